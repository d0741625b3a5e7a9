/* Passwords: hashing and comparing on a thread of their own, the throttle after wrong ones, and recovery codes. */
#include "server/people/people.h"
#include "store/post.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- recovery codes ----------------------------------------------------------------------------------------------- */

enum { LETTERS = 20, BYTES = 32 };

void code_make(const char *alphabet, int group, char code[RECOVERY_SIZE])
{
    int length = 0;
    for (int i = 0; i < LETTERS; i++) {
        if (i > 0 && i % group == 0)
            code[length++] = '-';
        code[length++] = alphabet[randombytes_uniform((uint32_t)strlen(alphabet))];
    }
    code[length] = '\0';
}

void recovery_hash(const struct people *people, const char *code, char hash[RECOVERY_HASH])
{
    char plain[64];
    unsigned char bytes[BYTES];
    size_t length = 0;
    for (; *code && length < sizeof plain; code++)
        if (*code != '-' && *code != ' ')
            plain[length++] = (char)(*code >= 'a' && *code <= 'z' ? *code - 'a' + 'A' : *code);
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)plain, length, people->loop->secret,
                       STORE_SECRET_BYTES);
    sodium_bin2hex(hash, RECOVERY_HASH, bytes, sizeof bytes);
    sodium_memzero(plain, sizeof plain);
}

void recovery_make(const struct people *people, char code[RECOVERY_SIZE], char hash[RECOVERY_HASH])
{
    code_make("ABCDEFGHJKMNPQRSTUVWXYZ23456789", 4, code);
    recovery_hash(people, code, hash);
}

int recovery_renew(struct people *people, const char *person, char code[RECOVERY_SIZE], struct flip_error *error)
{
    char hash[RECOVERY_HASH];
    recovery_make(people, code, hash);
    return store_recovery_put(people->loop->store, person, hash, error);
}

/* One that was sent by mail is as good for an hour. */
static int mailed_right(struct people *people, const char *person, const char hash[RECOVERY_HASH],
                        struct flip_error *error)
{
    struct store_notification wanted;
    const int found = store_notification_get(people->loop->store, person, &wanted, error);
    return found == 1
               ? wanted.confirmed > 0 && wall_ms() <= wanted.code_until && strlen(wanted.code) == RECOVERY_HASH - 1 &&
                     sodium_memcmp(wanted.code, hash, RECOVERY_HASH - 1) == 0
               : found;
}

int recovery_right(struct people *people, const char *person, const char hash[RECOVERY_HASH], struct flip_error *error)
{
    char *kept = NULL;
    const int found = store_recovery_get(people->loop->store, person, &kept, error);
    const int right =
        found == 1 ? strlen(kept) == RECOVERY_HASH - 1 && sodium_memcmp(kept, hash, RECOVERY_HASH - 1) == 0 : found;
    free(kept);
    return right == 0 ? mailed_right(people, person, hash, error) : right;
}

enum { BUSY = 16, LONGEST_WAIT = 900, FORGIVEN_AFTER_MS = 3600 * 1000, HASH_BYTES = 32 };

/* --- wrong passwords ------------------------------------------------------------------------------------------------ */

/// How often a password was wrong for a name, an address, or a name from an address.
struct login_throttle {
    struct login_throttle *next;
    char key[STORE_NAME + ADDRESS_SIZE + 2];
    int wrong;
    int64_t at, until;
};

/* Three throttles with backoff count an attempt: by name and address for an owner who mistypes, by address for one
   that tries many names, and by name for many addresses that try one. The last is generous, since it also keeps the
   owner waiting. */
enum { LOGIN_THROTTLES = 3 };
static const int free_tries[LOGIN_THROTTLES] = {5, 20, 100};

static struct login_throttle *login_throttle_of(struct people *people, const char *name, const char *address, int which)
{
    char key[sizeof((struct login_throttle *)0)->key];
    snprintf(key, sizeof key, "%s|%s", which == 1 ? "" : name, which == 2 ? "" : address);
    struct login_throttle **bucket = &people->login_throttles[text_bucket(key, LOGIN_THROTTLE_BUCKETS)],
                          *throttle = *bucket;
    while (throttle && strcmp(throttle->key, key) != 0)
        throttle = throttle->next;
    if (!throttle && (throttle = calloc(1, sizeof *throttle))) {
        memcpy(throttle->key, key, sizeof key);
        throttle->next = *bucket;
        *bucket = throttle;
    }
    return throttle;
}

static void count_wrong(struct people *people, const char *name, const char *address)
{
    const int64_t now = steady_ms();
    for (int i = 0; i < LOGIN_THROTTLES; i++) {
        struct login_throttle *throttle = login_throttle_of(people, name, address, i);
        if (!throttle)
            continue;
        const int over = ++throttle->wrong - free_tries[i];
        throttle->at = now;
        if (over >= 0)
            throttle->until = now + 1000 * (over < 10 ? 1 << over : LONGEST_WAIT);
    }
}

/* The attempt is no longer counted as wrong; `right`: nor are those before it, by that name from that address. */
static void forgive(struct people *people, const char *name, const char *address, bool right)
{
    for (int i = 0; i < LOGIN_THROTTLES; i++) {
        struct login_throttle *throttle = login_throttle_of(people, name, address, i);
        if (!throttle)
            continue;
        throttle->wrong = right && i == 0 ? 0 : throttle->wrong - (throttle->wrong > 0);
        throttle->until = 0;
    }
}

void login_throttle_heard(struct people *people, bool wrong, const char *name, const char *address)
{
    if (wrong)
        count_wrong(people, name, address);
    else
        forgive(people, name, address, true);
}

/* The seconds this attempt comes too early; 0: it may go on. It counts as wrong until it turns out right, so that
   many at once are no way around. */
static int count_attempt(struct people *people, const struct password_job *job)
{
    const int64_t now = steady_ms();
    for (int i = 0; i < LOGIN_THROTTLES; i++) {
        const struct login_throttle *throttle = login_throttle_of(people, job->name, job->address, i);
        if (!throttle)
            return 1;
        if (throttle->until > now)
            return (int)((throttle->until - now + 999) / 1000);
    }
    count_wrong(people, job->name, job->address);
    cluster_notify(people, "w %s %s", job->address, job->name); /* servers that share the store count together */
    return 0;
}

void login_throttles_sweep(struct people *people, bool all)
{
    const int64_t now = steady_ms();
    for (int i = 0; i < LOGIN_THROTTLE_BUCKETS; i++)
        for (struct login_throttle **at = &people->login_throttles[i]; *at;) {
            struct login_throttle *throttle = *at;
            if (all || (throttle->until < now && now - throttle->at > FORGIVEN_AFTER_MS)) {
                *at = throttle->next;
                free(throttle);
            } else {
                at = &throttle->next;
            }
        }
}

/* --- passwords ------------------------------------------------------------------------------------------------------- */

int password_read(const json_t *value, char out[PASSWORD_BYTES], struct flip_error *error)
{
    const size_t length = json_string_length(value);
    if (!json_is_string(value) || length == 0 || length >= PASSWORD_BYTES || strlen(json_string_value(value)) != length)
        return flip_fail(error, FLIP_ERROR_BAD_PASSWORD, "A password has %d to %d characters.", PASSWORD_SHORTEST,
                         PASSWORD_LONGEST);
    memcpy(out, json_string_value(value), length + 1);
    return 0;
}

int password_check(const json_t *value, char out[PASSWORD_BYTES], struct flip_error *error)
{
    if (password_read(value, out, error) < 0)
        return -1;
    int characters = 0;
    for (const char *c = out; *c; c++)
        characters += ((unsigned char)*c & 0xc0) != 0x80;
    if (characters < PASSWORD_SHORTEST || characters > PASSWORD_LONGEST)
        return flip_fail(error, FLIP_ERROR_BAD_PASSWORD, "A password has %d to %d characters.", PASSWORD_SHORTEST,
                         PASSWORD_LONGEST);
    return 0;
}

/* --- what a password is asked for ------------------------------------------------------------------------------------------ */

/// What a hash says of itself, in the words of libsodium's crypto_pwhash_str.
struct kept_hash {
    unsigned long long passes;
    size_t memory;
    unsigned char salt[crypto_pwhash_SALTBYTES], hash[HASH_BYTES];
};

static bool decode(const char *text, unsigned char *out, size_t size)
{
    size_t length = 0;
    return sodium_base642bin(out, size, text, strlen(text), NULL, &length, NULL,
                             sodium_base64_VARIANT_ORIGINAL_NO_PADDING) == 0 &&
           length == size;
}

static bool read_hash(const char *kept, struct kept_hash *out)
{
    char salt[48], hash[64];
    unsigned long kibibytes;
    if (sscanf(kept, "$argon2id$v=19$m=%lu,t=%llu,p=1$%47[^$]$%63s", &kibibytes, &out->passes, salt, hash) != 4)
        return false;
    out->memory = (size_t)kibibytes * 1024;
    return decode(salt, out->salt, sizeof out->salt) && decode(hash, out->hash, sizeof out->hash);
}

/* 1: it is the password, 0: it is another, -1: no memory. libsodium's own comparison says the same of the last two; hashing with what the
   hash says of itself fails for lack of memory alone. */
static int compare(const char *kept, const char *password)
{
    struct kept_hash hash;
    unsigned char again[HASH_BYTES];
    if (!read_hash(kept, &hash))
        return crypto_pwhash_str_verify(kept, password, strlen(password)) == 0;
    if (crypto_pwhash(again, sizeof again, password, strlen(password), hash.salt, hash.passes, hash.memory,
                      crypto_pwhash_ALG_ARGON2ID13) != 0)
        return -1;
    const bool same = sodium_memcmp(again, hash.hash, sizeof again) == 0;
    sodium_memzero(again, sizeof again);
    return same;
}

static void run_password_job(struct task *task)
{
    struct password_job *job = (struct password_job *)task;
    const int right = job->wrong_code ? 0 : job->old[0] ? compare(job->kept, job->old) : 1;
    job->right = right == 1;
    job->failed = right < 0;
    if (job->right && job->fresh[0])
        job->failed = crypto_pwhash_str(job->hash, job->fresh, strlen(job->fresh), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                        crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0;
}

static void free_password_job(struct task *task)
{
    sodium_memzero(task, sizeof(struct password_job));
    free(task);
}

struct password_job *password_job_new(struct request *request, password_job_done *then, struct flip_error *error)
{
    struct password_job *job = calloc(1, sizeof *job);
    if (!job)
        return null_after(flip_fail(error, FLIP_ERROR_NO_MEMORY, "There is not enough memory."));
    job->task.work = run_password_job;
    job->task.free = free_password_job;
    job->then = then;
    address_asking(request->server, request->wsi, job->address);
    return job;
}

/* Does the job check something that can be guessed? */
static bool is_attempt(const struct password_job *job) { return job->old[0] || job->recovery[0]; }

int password_job_start(struct request *request, struct password_job *job, struct flip_error *error)
{
    struct people *people = request->server->people;
    if (check_hourly(request, HOURLY_SIGN_INS, people->loop->config.max_sign_ins, error) < 0) {
        free_password_job(&job->task);
        return -1;
    }
    const bool busy = workers_load(people->passwords) >= BUSY;
    request->wait = busy ? 1 : is_attempt(job) ? count_attempt(people, job) : 0;
    if (request->wait > 0) {
        free_password_job(&job->task);
        people->loop->metrics.refused++;
        return busy ? flip_fail(error, FLIP_ERROR_LIMIT,
                                "Many people are signing in right now. Please try again in a second.")
                    : flip_fail(error, FLIP_ERROR_LIMIT, "Too many wrong passwords or codes: try again in %d second%s.",
                                request->wait, request->wait == 1 ? "" : "s");
    }
    job->ticket = request_wait(request);
    workers_submit(people->passwords, &job->task);
    return 0;
}

/* The worker compared with the hash of a while ago: is it the person's still? 1: yes, 0: there is another or no person any more. */
static int still_kept(struct people *people, const struct password_job *job, struct flip_error *error)
{
    char *hash = NULL;
    if (job->recovery[0])
        return recovery_right(people, job->person, job->recovery, error);
    if (!job->old[0])
        return 1;
    const int found = store_password_get(people->loop->store, job->person, &hash, error);
    const int same = found == 1 ? strcmp(hash, job->kept) == 0 : found;
    free(hash);
    return same;
}

static int finish(struct request *request, const struct password_job *job, int right, struct flip_error *error)
{
    if (job->failed)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY,
                         "There is not enough memory to check a password. Please try again later.");
    if (right == 0 && job->recovery[0])
        return flip_fail(error, FLIP_ERROR_WRONG_CODE, "That is not the recovery code for this name.");
    if (right <= 0)
        return right < 0 ? -1 : flip_fail(error, FLIP_ERROR_WRONG_PASSWORD, "That is not the password for this name.");
    return job->then(request, job, error);
}

void passwords_take(struct people *people)
{
    for (struct task *task; (task = workers_poll(people->passwords)); task->free(task)) {
        const struct password_job *job = (const struct password_job *)task;
        struct request *request = request_waiting(people->server, job->ticket);
        struct flip_error error = {0};
        const int right = job->right ? still_kept(people, job, &error) : 0;
        if (right == 1 && is_attempt(job)) {
            forgive(people, job->name, job->address, true);
            cluster_notify(people, "f %s %s", job->address, job->name);
        }
        if (job->failed && is_attempt(job)) /* it could not be compared, so it does not count */
            forgive(people, job->name, job->address, false);
        if (!request)
            continue;
        request_done(request);
        const uint64_t written = store_writes(people->loop->store);
        store_was_busy(people->loop->store);
        if (finish(request, job, right, &error) < 0) {
            request_fail(request, &error);
            server_note_refusal(people->loop, &error, written);
        }
    }
}
