/*
 * Sending, with libcurl, on the post's own threads: a push message to a browser's push service, JSON to the
 * administrator's webhook, mail to the administrator's mail server. The address of a push service comes from a browser,
 * that is from anybody: so only https to public addresses, no redirects, and the address that was checked is the one that
 * is connected to.
 */
#include "server/post/letter.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PATIENCE_S = 20, TTL_S = 2 * 86400, TOKEN_S = 12 * 3600 };

bool deliver_can(void)
{
    static bool begun; /* before there are threads */
    if (!begun)
        begun = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    return begun;
}

/* --- where to ------------------------------------------------------------------------------------------------------------- */

static bool public_4(uint32_t address)
{
    static const struct {
        uint32_t net;
        int bits;
    } special[] = {{0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},  {0xa9fe0000, 16},
                   {0xac100000, 12}, {0xc0000000, 24}, {0xc0000200, 24}, {0xc0586300, 24}, {0xc0a80000, 16},
                   {0xc6120000, 15}, {0xc6336400, 24}, {0xcb007100, 24}, {0xe0000000, 3}};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if ((address ^ special[i].net) >> (32 - special[i].bits) == 0)
            return false;
    return true;
}

/* What is given out to everybody is in 2000::/3; there, documentation, and addresses with one of IPv4 inside (Teredo, 6to4), are not. */
static bool public_6(const unsigned char *byte)
{
    const bool documentation = byte[0] == 0x20 && byte[1] == 0x01 && byte[2] == 0x0d && byte[3] == 0xb8;
    const bool teredo = byte[0] == 0x20 && byte[1] == 0x01 && byte[2] == 0 && byte[3] == 0;
    const bool six_to_four = byte[0] == 0x20 && byte[1] == 0x02;
    return byte[0] >> 5 == 1 && !documentation && !teredo && !six_to_four;
}

bool address_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return public_4(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
    return address->sa_family == AF_INET6 &&
           public_6(((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr);
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct letter *letter = context;
    (void)purpose;
    if (!address_is_public(&address->addr)) {
        letter->fate = FATE_GONE;
        snprintf(letter->why, sizeof letter->why, "the address is not public");
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* --- a request ------------------------------------------------------------------------------------------------------------ */

static size_t ignore(char *data, size_t size, size_t count, void *context)
{
    (void)data;
    (void)context;
    return size * count;
}

static int still_wanted(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    const struct letter *letter = context;
    (void)a, (void)b, (void)c, (void)d;
    return atomic_load(letter->stopping);
}

static CURL *begin(struct letter *letter, const char *url, const char *protocols)
{
    CURL *curl = curl_easy_init();
    if (!curl)
        return NULL;
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, protocols);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)PATIENCE_S);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ignore);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, still_wanted);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, letter);
    return curl;
}

/* Does it; what the other side said is in `status`. */
static CURLcode finish(struct letter *letter, CURL *curl)
{
    const CURLcode code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &letter->status);
    if (code != CURLE_OK && !letter->why[0])
        snprintf(letter->why, sizeof letter->why, "%s", curl_easy_strerror(code));
    curl_easy_cleanup(curl);
    return code;
}

static struct curl_slist *add(struct curl_slist *list, const char *name, const char *value)
{
    char line[SEAL_TOKEN + 64];
    snprintf(line, sizeof line, "%s: %s", name, value);
    struct curl_slist *longer = curl_slist_append(list, line);
    return longer ? longer : list;
}

static bool in(long status, long from, long to) { return status >= from && status <= to; }

/* --- push messages --------------------------------------------------------------------------------------------------------- */

/* Of those with the same tag that nobody has fetched yet, the push service keeps one. */
static void topic_of(const char *body, char out[33])
{
    unsigned char hash[24];
    json_t *news = json_loads(body, 0, NULL);
    const char *tag = string_of(news, "tag");
    crypto_generichash(hash, sizeof hash, (const unsigned char *)tag, strlen(tag), NULL, 0);
    json_decref(news);
    sodium_bin2base64(out, 33, hash, sizeof hash, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static void push(struct letter *letter)
{
    unsigned char sealed[SEAL_ROOM];
    char token[SEAL_TOKEN], topic[33], number[16];
    const struct config *config = letter->config;
    const size_t length = seal_message(letter->public, letter->auth, letter->body, sealed);
    if (length == 0 ||
        seal_authorization(letter->vapid, letter->address, config->contact[0] ? config->contact : config->origin,
                           time(NULL) + TOKEN_S, token) < 0) {
        letter->fate = FATE_GONE;
        return;
    }
    CURL *curl = begin(letter, letter->address, config->push_private ? "http,https" : "https");
    if (!curl)
        return;
    snprintf(number, sizeof number, "%d", TTL_S);
    topic_of(letter->body, topic);
    struct curl_slist *head = add(NULL, "Content-Type", "application/octet-stream");
    head = add(head, "Content-Encoding", "aes128gcm");
    head = add(head, "TTL", number);
    head = add(head, "Urgency", "normal");
    head = add(head, "Topic", topic);
    head = add(head, "Authorization", token);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, head);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, sealed);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)length);
    curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* else the address that is looked at would be the proxy's */
    if (!config->push_private) {
        curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
        curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, letter);
    }
    finish(letter, curl);
    curl_slist_free_all(head);
    const long status = letter->status;
    if (in(status, 200, 299))
        letter->fate = FATE_SENT;
    else if (status == 404 || status == 410)
        letter->fate = FATE_GONE;
    else if (in(status, 300, 499) && status != 429 && status != 408)
        letter->fate = FATE_REFUSED;
}

/* --- the webhook ------------------------------------------------------------------------------------------------------------ */

static void hook(struct letter *letter)
{
    const struct config *config = letter->config;
    unsigned char mac[crypto_auth_hmacsha256_BYTES];
    char hex[2 * sizeof mac + 1], signature[sizeof hex + 8];
    crypto_auth_hmacsha256_state state;
    CURL *curl = begin(letter, config->webhook, "http,https");
    if (!curl)
        return;
    crypto_auth_hmacsha256_init(&state, (const unsigned char *)config->webhook_secret, strlen(config->webhook_secret));
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)letter->body, strlen(letter->body));
    crypto_auth_hmacsha256_final(&state, mac);
    sodium_bin2hex(hex, sizeof hex, mac, sizeof mac);
    snprintf(signature, sizeof signature, "sha256=%s", hex);
    struct curl_slist *head = add(NULL, "Content-Type", "application/json");
    if (config->webhook_secret[0])
        head = add(head, "X-Flipside-Signature", signature);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, head);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, letter->body);
    finish(letter, curl);
    curl_slist_free_all(head);
    if (in(letter->status, 200, 299))
        letter->fate = FATE_SENT;
}

/* --- mail ------------------------------------------------------------------------------------------------------------------- */

struct mail {
    char *text;
    size_t length, read;
};

static size_t read_mail(char *out, size_t size, size_t count, void *context)
{
    struct mail *mail = context;
    const size_t left = mail->length - mail->read, room = size * count, some = left < room ? left : room;
    memcpy(out, mail->text + mail->read, some);
    mail->read += some;
    return some;
}

static void write_base64(FILE *out, const char *text)
{
    enum { BYTES = 57 };
    char line[80];
    for (size_t left = strlen(text), some; left > 0; text += some, left -= some) {
        some = left < BYTES ? left : BYTES;
        sodium_bin2base64(line, sizeof line, (const unsigned char *)text, some, sodium_base64_VARIANT_ORIGINAL);
        fprintf(out, "%s\r\n", line);
    }
}

/* Words of more than 45 bytes are encoded in pieces: RFC 2047. A character may be cut in two only between words, so pieces end before one. */
static void write_subject(FILE *out, const char *subject)
{
    enum { BYTES = 42 };
    char piece[64];
    fputs("Subject:", out);
    for (size_t left = strlen(subject), some; left > 0; subject += some, left -= some) {
        some = left < BYTES ? left : BYTES;
        while (some < left && some > 1 && ((unsigned char)subject[some] & 0xc0) == 0x80)
            some--;
        sodium_bin2base64(piece, sizeof piece, (const unsigned char *)subject, some, sodium_base64_VARIANT_ORIGINAL);
        fprintf(out, " =?UTF-8?B?%s?=\r\n", piece);
    }
}

static void write_mail(FILE *out, const struct letter *letter, const json_t *mail)
{
    const char *subject = json_string_value(json_object_get(mail, "subject"));
    const char *stop = json_string_value(json_object_get(mail, "stop"));
    char date[64];
    struct tm parts;
    const time_t now = time(NULL);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", gmtime_r(&now, &parts));
    fprintf(out, "Date: %s\r\nFrom: Flipside <%s>\r\nTo: <%s>\r\n", date, letter->config->mail_from, letter->address);
    fprintf(out, "Message-ID: <%s.%d@flipside>\r\n", letter->id, letter->tries);
    write_subject(out, subject ? subject : "Flipside");
    if (stop)
        fprintf(out, "List-Unsubscribe: <%s>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n", stop);
    fputs("Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
          "Content-Transfer-Encoding: base64\r\n\r\n",
          out);
    write_base64(out, string_of(mail, "text"));
}

static char *compose(const struct letter *letter, size_t *length)
{
    char *text = NULL;
    json_t *mail = json_loads(letter->body, 0, NULL);
    FILE *out = mail ? open_memstream(&text, length) : NULL;
    if (out) {
        write_mail(out, letter, mail);
        if (fclose(out) != 0) {
            free(text);
            text = NULL;
        }
    }
    json_decref(mail);
    return text;
}

static void post_by_mail(struct letter *letter)
{
    const struct config *config = letter->config;
    char from[STORE_MAIL + 2], to[STORE_MAIL + 2];
    struct mail mail = {.read = 0};
    if (!(mail.text = compose(letter, &mail.length)))
        return;
    CURL *curl = begin(letter, config->smtp, "smtp,smtps");
    snprintf(from, sizeof from, "<%s>", config->mail_from);
    snprintf(to, sizeof to, "<%s>", letter->address);
    struct curl_slist *recipients = curl_slist_append(NULL, to);
    if (curl) {
        curl_easy_setopt(curl, CURLOPT_MAIL_FROM, from);
        curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients);
        curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_mail);
        curl_easy_setopt(curl, CURLOPT_READDATA, &mail);
        curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)(config->smtp_user[0] ? CURLUSESSL_ALL : CURLUSESSL_TRY));
        if (config->smtp_user[0]) {
            curl_easy_setopt(curl, CURLOPT_USERNAME, config->smtp_user);
            curl_easy_setopt(curl, CURLOPT_PASSWORD, config->smtp_password);
        }
        if (finish(letter, curl) == CURLE_OK)
            letter->fate = FATE_SENT;
        else if (in(letter->status, 500, 599))
            letter->fate = FATE_REFUSED;
    }
    curl_slist_free_all(recipients);
    free(mail.text);
}

void deliver(struct letter *letter)
{
    letter->fate = FATE_LATER;
    if (letter->channel == CHANNEL_PUSH)
        push(letter);
    else if (letter->channel == CHANNEL_HOOK)
        hook(letter);
    else
        post_by_mail(letter);
}
