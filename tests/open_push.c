/*
 * A browser's side of push messages, for tests/test_server_post.py: makes keys, opens what was sealed (RFC 8291) and checks who sent it (RFC
 * 8292). With OpenSSL alone, so that nothing of what seals them is used twice.
 *
 *   open_push make                                  prints PRIVATE PUBLIC AUTH
 *   open_push open PRIVATE PUBLIC AUTH MESSAGE      prints the text; everything is base64url
 *   open_push check KEY TOKEN                       prints what the token says, if that key has signed it
 */
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRIVATE = 32, PUBLIC = 65, AUTH = 16, HEAD = 86, MOST = 8192 };

static void must(int done, const char *what)
{
    if (done)
        return;
    fprintf(stderr, "open_push: %s\n", what);
    exit(1);
}

/* --- base64url -------------------------------------------------------------------------------------------------------------- */

static void print64(const unsigned char *bytes, size_t count, char end)
{
    char text[256];
    const int length = EVP_EncodeBlock((unsigned char *)text, bytes, (int)count);
    for (int i = 0; i < length && text[i] != '='; i++)
        putchar(text[i] == '+' ? '-' : text[i] == '/' ? '_' : text[i]);
    putchar(end);
}

static size_t read64(const char *text, size_t length, unsigned char *out)
{
    char plain[MOST * 2];
    size_t count = 0;
    must(length < sizeof plain - 4, "too long");
    for (; count < length; count++)
        plain[count] = (char)(text[count] == '-' ? '+' : text[count] == '_' ? '/' : text[count]);
    const size_t bytes = length * 3 / 4;
    while (count % 4)
        plain[count++] = '=';
    must(EVP_DecodeBlock(out, (const unsigned char *)plain, (int)count) >= 0, "this is not base64url");
    return bytes;
}

/* --- keys ------------------------------------------------------------------------------------------------------------------- */

static EVP_PKEY *key_from(const unsigned char *private, const unsigned char *public)
{
    EVP_PKEY *key = NULL;
    BIGNUM *number = private ? BN_bin2bn(private, PRIVATE, NULL) : NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    must(OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0) &&
             OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public, PUBLIC) &&
             (!number || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number)),
         "no key");
    OSSL_PARAM *list = OSSL_PARAM_BLD_to_param(builder);
    must(EVP_PKEY_fromdata_init(context) == 1 &&
             EVP_PKEY_fromdata(context, &key, private ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, list) == 1,
         "this is no key");
    OSSL_PARAM_free(list);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    BN_free(number);
    return key;
}

static void make(void)
{
    unsigned char private[PRIVATE], public[PUBLIC], auth[AUTH];
    size_t length;
    BIGNUM *number = NULL;
    EVP_PKEY *key = EVP_EC_gen("P-256");
    must(key && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) &&
             BN_bn2binpad(number, private, PRIVATE) == PRIVATE &&
             EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, public, PUBLIC, &length) &&
             RAND_bytes(auth, AUTH) == 1,
         "no keys");
    print64(private, PRIVATE, ' ');
    print64(public, PUBLIC, ' ');
    print64(auth, AUTH, '\n');
    BN_free(number);
    EVP_PKEY_free(key);
}

/* --- opening ---------------------------------------------------------------------------------------------------------------- */

static void hkdf(const unsigned char *salt, size_t salt_length, const unsigned char *secret, size_t secret_length,
                 const void *info, size_t info_length, unsigned char *out, size_t out_length)
{
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    char digest[] = "SHA256";
    const OSSL_PARAM list[] = {OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
                               OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_length),
                               OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)secret, secret_length),
                               OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_length),
                               OSSL_PARAM_construct_end()};
    must(EVP_KDF_derive(context, out, out_length, list) == 1, "no derivation");
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(kdf);
}

static void open_message(char **argv)
{
    unsigned char private[PRIVATE + 3], public[PUBLIC + 3], auth[AUTH + 3], message[MOST], shared[32], secret[32],
        key[16], nonce[12], text[MOST], info[14 + 2 * PUBLIC] = "WebPush: info";
    size_t length = sizeof shared;
    int written = 0, rest = 0;
    must(read64(argv[0], strlen(argv[0]), private) == PRIVATE && read64(argv[1], strlen(argv[1]), public) == PUBLIC &&
             read64(argv[2], strlen(argv[2]), auth) == AUTH,
         "the keys have other lengths");
    const size_t count = read64(argv[3], strlen(argv[3]), message);
    must(count > HEAD + 17 && message[20] == PUBLIC, "this is no message");
    EVP_PKEY *own = key_from(private, public), *other = key_from(NULL, message + 21);
    EVP_PKEY_CTX *agreement = EVP_PKEY_CTX_new(own, NULL);
    must(EVP_PKEY_derive_init(agreement) == 1 && EVP_PKEY_derive_set_peer(agreement, other) == 1 &&
             EVP_PKEY_derive(agreement, shared, &length) == 1,
         "no agreement");
    memcpy(info + 14, public, PUBLIC);
    memcpy(info + 14 + PUBLIC, message + 21, PUBLIC);
    hkdf(auth, AUTH, shared, sizeof shared, info, sizeof info, secret, sizeof secret);
    hkdf(message, 16, secret, sizeof secret, "Content-Encoding: aes128gcm", 28, key, sizeof key);
    hkdf(message, 16, secret, sizeof secret, "Content-Encoding: nonce", 24, nonce, sizeof nonce);
    const int sealed = (int)count - HEAD - 16;
    EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
    must(EVP_DecryptInit_ex(cipher, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
             EVP_DecryptUpdate(cipher, text, &written, message + HEAD, sealed) == 1 &&
             EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_SET_TAG, 16, message + HEAD + sealed) == 1 &&
             EVP_DecryptFinal_ex(cipher, text + written, &rest) == 1,
         "the message was not sealed for these keys");
    while (written > 0 && text[written - 1] == 0)
        written--;
    must(written > 0 && text[written - 1] == 2, "the record has no end");
    fwrite(text, 1, (size_t)written - 1, stdout);
    EVP_CIPHER_CTX_free(cipher);
    EVP_PKEY_CTX_free(agreement);
    EVP_PKEY_free(own);
    EVP_PKEY_free(other);
}

/* --- who sent it ------------------------------------------------------------------------------------------------------------ */

static void check(const char *key64, const char *token)
{
    unsigned char public[PUBLIC + 3], raw[67], claims[MOST], *der = NULL;
    const char *middle = strchr(token, '.'), *last = strrchr(token, '.');
    must(middle && last > middle && read64(key64, strlen(key64), public) == PUBLIC &&
             read64(last + 1, strlen(last + 1), raw) == 64,
         "this is no token");
    EVP_PKEY *key = key_from(NULL, public);
    ECDSA_SIG *signature = ECDSA_SIG_new();
    ECDSA_SIG_set0(signature, BN_bin2bn(raw, 32, NULL), BN_bin2bn(raw + 32, 32, NULL));
    const int length = i2d_ECDSA_SIG(signature, &der);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    must(EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
             EVP_DigestVerify(context, der, (size_t)length, (const unsigned char *)token, (size_t)(last - token)) == 1,
         "another key has signed this");
    fwrite(claims, 1, read64(middle + 1, (size_t)(last - middle - 1), claims), stdout);
    EVP_MD_CTX_free(context);
    ECDSA_SIG_free(signature);
    OPENSSL_free(der);
    EVP_PKEY_free(key);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "make") == 0)
        make();
    else if (argc == 6 && strcmp(argv[1], "open") == 0)
        open_message(argv + 2);
    else if (argc == 4 && strcmp(argv[1], "check") == 0)
        check(argv[2], argv[3]);
    else
        must(0, "make, open PRIVATE PUBLIC AUTH MESSAGE, or check KEY TOKEN");
    return 0;
}
