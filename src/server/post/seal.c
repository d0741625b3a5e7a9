/*
 * Push messages, sealed: RFC 8291 (a text that only the browser can read, in one record of aes128gcm, RFC 8188) and RFC 8292 (a token, signed
 * with the site's key, that says who sends it). The primitives are OpenSSL's (P-256, AES-GCM, ECDSA) and libsodium's (HMAC-SHA-256, base64).
 */
#include "server/post/letter.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <stdio.h>
#include <string.h>

enum { SHARED = 32, RECORD = 4096, KEY_BYTES = 16, NONCE_BYTES = 12, TAG_BYTES = 16, HASH = 32 };

#define URLSAFE sodium_base64_VARIANT_URLSAFE_NO_PADDING

/* --- keys ----------------------------------------------------------------------------------------------------------------- */

/* From 65 bytes of a public key, and 32 of the private one unless that is NULL. NULL: it is no key. */
static EVP_PKEY *key_from(const unsigned char *private, const unsigned char public[VAPID_PUBLIC])
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM *list = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    BIGNUM *number = private ? BN_bin2bn(private, VAPID_PRIVATE, NULL) : NULL;
    if (builder && context && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) &&
        OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public, VAPID_PUBLIC) &&
        (!number || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number)) &&
        (list = OSSL_PARAM_BLD_to_param(builder)) && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &key, private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, list) != 1)
        key = NULL;
    OSSL_PARAM_free(list);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(number);
    return key;
}

int seal_make_key(unsigned char vapid[VAPID_BYTES])
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    BIGNUM *private = NULL;
    size_t length = 0;
    const bool made = key && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &private) == 1 &&
                      BN_bn2binpad(private, vapid, VAPID_PRIVATE) == VAPID_PRIVATE &&
                      EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, vapid + VAPID_PRIVATE, VAPID_PUBLIC,
                                                      &length) == 1 &&
                      length == VAPID_PUBLIC;
    BN_clear_free(private);
    EVP_PKEY_free(key);
    return made ? 0 : -1;
}

/* The secret that two key pairs share. */
static bool share(EVP_PKEY *own, EVP_PKEY *other, unsigned char out[SHARED])
{
    size_t length = SHARED;
    EVP_PKEY_CTX *context = own && other ? EVP_PKEY_CTX_new(own, NULL) : NULL;
    const bool shared = context && EVP_PKEY_derive_init(context) == 1 &&
                        EVP_PKEY_derive_set_peer(context, other) == 1 && EVP_PKEY_derive(context, out, &length) == 1 &&
                        length == SHARED;
    EVP_PKEY_CTX_free(context);
    return shared;
}

/* --- the message ---------------------------------------------------------------------------------------------------------- */

/* HKDF (RFC 5869) for at most one block. */
static void derive(const unsigned char *salt, size_t salt_length, const unsigned char *secret, size_t secret_length,
                   const void *info, size_t info_length, unsigned char *out, size_t out_length)
{
    unsigned char key[HASH], block[HASH];
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, salt, salt_length);
    crypto_auth_hmacsha256_update(&state, secret, secret_length);
    crypto_auth_hmacsha256_final(&state, key);
    crypto_auth_hmacsha256_init(&state, key, sizeof key);
    crypto_auth_hmacsha256_update(&state, info, info_length);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)"\1", 1);
    crypto_auth_hmacsha256_final(&state, block);
    memcpy(out, block, out_length);
    sodium_memzero(key, sizeof key);
    sodium_memzero(block, sizeof block);
}

static bool encrypt(const unsigned char key[KEY_BYTES], const unsigned char nonce[NONCE_BYTES],
                    const unsigned char *text, size_t length, unsigned char *out)
{
    int written = 0, rest = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    const bool done = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                      EVP_EncryptUpdate(context, out, &written, text, (int)length) == 1 &&
                      EVP_EncryptFinal_ex(context, out + written, &rest) == 1 &&
                      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG_BYTES, out + length) == 1;
    EVP_CIPHER_CTX_free(context);
    return done;
}

static bool decode(const char *text, unsigned char *out, size_t length)
{
    size_t decoded = 0;
    return sodium_base642bin(out, length, text, strlen(text), "=", &decoded, NULL, URLSAFE) == 0 && decoded == length;
}

/* What both sides know: RFC 8291, section 3.4. */
static void derive_secret(const unsigned char auth[SEAL_AUTH], const unsigned char shared[SHARED],
                          const unsigned char theirs[VAPID_PUBLIC], const unsigned char ours[VAPID_PUBLIC],
                          unsigned char out[HASH])
{
    static const char word[] = "WebPush: info";
    unsigned char info[sizeof word + 2 * VAPID_PUBLIC];
    memcpy(info, word, sizeof word);
    memcpy(info + sizeof word, theirs, VAPID_PUBLIC);
    memcpy(info + sizeof word + VAPID_PUBLIC, ours, VAPID_PUBLIC);
    derive(auth, SEAL_AUTH, shared, SHARED, info, sizeof info, out, HASH);
}

size_t seal_with(const unsigned char own[VAPID_BYTES], const unsigned char salt[SEAL_SALT], const char *public,
                 const char *auth, const char *text, unsigned char out[SEAL_ROOM])
{
    enum { HEAD = SEAL_SALT + 4 + 1 + VAPID_PUBLIC };
    const size_t length = strlen(text);
    unsigned char theirs[VAPID_PUBLIC], secret_of_browser[SEAL_AUTH], shared[SHARED], secret[HASH], key[KEY_BYTES],
        nonce[NONCE_BYTES], padded[SEAL_MOST + 1];
    if (length > SEAL_MOST || !decode(public, theirs, sizeof theirs) || theirs[0] != 4 ||
        !decode(auth, secret_of_browser, sizeof secret_of_browser))
        return 0;
    EVP_PKEY *pair = key_from(own, own + VAPID_PRIVATE), *other = key_from(NULL, theirs);
    const bool agreed = share(pair, other, shared);
    EVP_PKEY_free(pair);
    EVP_PKEY_free(other);
    if (!agreed)
        return 0;
    derive_secret(secret_of_browser, shared, theirs, own + VAPID_PRIVATE, secret);
    derive(salt, SEAL_SALT, secret, sizeof secret, "Content-Encoding: aes128gcm", 28, key, sizeof key);
    derive(salt, SEAL_SALT, secret, sizeof secret, "Content-Encoding: nonce", 24, nonce, sizeof nonce);
    memcpy(out, salt, SEAL_SALT);
    memcpy(out + SEAL_SALT, (const unsigned char[]){RECORD >> 24, RECORD >> 16, RECORD >> 8, RECORD & 255}, 4);
    out[SEAL_SALT + 4] = VAPID_PUBLIC;
    memcpy(out + SEAL_SALT + 5, own + VAPID_PRIVATE, VAPID_PUBLIC);
    memcpy(padded, text, length);
    padded[length] = 2; /* the last record */
    const bool done = encrypt(key, nonce, padded, length + 1, out + HEAD);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(key, sizeof key);
    return done ? HEAD + length + 1 + TAG_BYTES : 0;
}

size_t seal_message(const char *public, const char *auth, const char *text, unsigned char out[SEAL_ROOM])
{
    unsigned char own[VAPID_BYTES], salt[SEAL_SALT];
    randombytes_buf(salt, sizeof salt);
    const size_t length = seal_make_key(own) == 0 ? seal_with(own, salt, public, auth, text, out) : 0;
    sodium_memzero(own, sizeof own);
    return length;
}

/* --- who sends it --------------------------------------------------------------------------------------------------------- */

/* "https://push.example:8443" of an endpoint. */
static size_t origin_length(const char *endpoint)
{
    const char *host = strstr(endpoint, "://");
    return host ? (size_t)(host + 3 - endpoint) + strcspn(host + 3, "/?#") : 0;
}

static bool sign(const unsigned char vapid[VAPID_BYTES], const char *text, unsigned char out[2 * SHARED])
{
    unsigned char der[80];
    const unsigned char *at = der;
    size_t length = sizeof der;
    EVP_PKEY *key = key_from(vapid, vapid + VAPID_PRIVATE);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    ECDSA_SIG *signature = NULL;
    bool done = key && context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                EVP_DigestSign(context, der, &length, (const unsigned char *)text, strlen(text)) == 1 &&
                (signature = d2i_ECDSA_SIG(NULL, &at, (long)length));
    done = done && BN_bn2binpad(ECDSA_SIG_get0_r(signature), out, SHARED) == SHARED &&
           BN_bn2binpad(ECDSA_SIG_get0_s(signature), out + SHARED, SHARED) == SHARED;
    ECDSA_SIG_free(signature);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return done;
}

int seal_authorization(const unsigned char vapid[VAPID_BYTES], const char *endpoint, const char *subject,
                       int64_t expires, char out[SEAL_TOKEN])
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[700], head64[64], claims64[1000], text[1100], signature64[100], key64[100];
    unsigned char signature[2 * SHARED];
    json_t *object = json_pack("{s:s%, s:I}", "aud", endpoint, origin_length(endpoint), "exp", (json_int_t)expires);
    if (object && subject[0])
        json_object_set_new(object, "sub", json_string(subject));
    const size_t length = object ? json_dumpb(object, claims, sizeof claims, JSON_COMPACT) : 0;
    json_decref(object);
    if (length == 0 || length > sizeof claims)
        return -1;
    sodium_bin2base64(head64, sizeof head64, (const unsigned char *)head, sizeof head - 1, URLSAFE);
    sodium_bin2base64(claims64, sizeof claims64, (const unsigned char *)claims, length, URLSAFE);
    snprintf(text, sizeof text, "%s.%s", head64, claims64);
    if (!sign(vapid, text, signature))
        return -1;
    sodium_bin2base64(signature64, sizeof signature64, signature, sizeof signature, URLSAFE);
    sodium_bin2base64(key64, sizeof key64, vapid + VAPID_PRIVATE, VAPID_PUBLIC, URLSAFE);
    return snprintf(out, SEAL_TOKEN, "vapid t=%s.%s, k=%s", text, signature64, key64) < SEAL_TOKEN ? 0 : -1;
}
