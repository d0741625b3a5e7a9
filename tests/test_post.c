/* Push messages by the example of RFC 8291, quiet hours, and which addresses a push service may have. */
#include "server/post/letter.h"
#include "support.h"

#include <arpa/inet.h>
#include <string.h>

enum { URLSAFE = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

static void decode(const char *text, unsigned char *out, size_t length)
{
    size_t decoded;
    assert_int_equal(sodium_base642bin(out, length, text, strlen(text), NULL, &decoded, NULL, URLSAFE), 0);
    assert_int_equal(decoded, length);
}

/* Section 5 of the RFC. */
static void a_message_is_sealed_as_in_the_example_of_the_rfc(void **state)
{
    static const char public[] =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    static const char expected[] = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
                                   "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
                                   "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    unsigned char own[VAPID_BYTES], salt[SEAL_SALT], out[SEAL_ROOM];
    char text[2 * SEAL_ROOM];
    (void)state;
    decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", own, VAPID_PRIVATE);
    decode("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
           own + VAPID_PRIVATE, VAPID_PUBLIC);
    decode("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
    const size_t length =
        seal_with(own, salt, public, "BTBZMqHH6r4Tts7J_aSIgg", "When I grow up, I want to be a watermelon", out);
    assert_int_equal(length, 144);
    sodium_bin2base64(text, sizeof text, out, length, URLSAFE);
    assert_string_equal(text, expected);
}

static void what_is_no_key_seals_nothing(void **state)
{
    unsigned char out[SEAL_ROOM];
    (void)state;
    assert_int_equal(seal_message("BCVx", "BTBZMqHH6r4Tts7J_aSIgg", "text", out), 0);
    /* the right length, but no point of the curve */
    assert_int_equal(
        seal_message("BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                     "BTBZMqHH6r4Tts7J_aSIgg", "text", out),
        0);
}

static void quiet_hours_end_in_the_morning_of_the_place(void **state)
{
    const int64_t hour = 3600000;
    struct store_notification wanted = {.quiet_from = 22 * 60, .quiet_to = 7 * 60, .zone = 60};
    (void)state;
    assert_int_equal(post_quiet_until(&wanted, 20 * hour), 0);             /* nine in the evening there */
    assert_int_equal(post_quiet_until(&wanted, 21 * hour), 30 * hour);     /* ten: until seven */
    assert_int_equal(post_quiet_until(&wanted, 29 * hour + 1), 30 * hour); /* six in the morning */
    assert_int_equal(post_quiet_until(&wanted, 30 * hour), 0);             /* seven */
    wanted = (struct store_notification){.quiet_from = 60, .quiet_to = 120, .zone = -120};
    assert_int_equal(post_quiet_until(&wanted, 27 * hour), 28 * hour); /* one in the night, west of Greenwich */
    wanted.quiet_from = wanted.quiet_to = -1;
    assert_int_equal(post_quiet_until(&wanted, 27 * hour), 0);
}

static bool public_address(const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return address_is_public((const struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return address_is_public((const struct sockaddr *)&six);
}

static void addresses_of_this_machine_and_of_private_networks_are_not_public(void **state)
{
    static const char *const private[] = {
        "0.0.0.0",         "127.0.0.1",        "127.255.255.255", "10.1.2.3",   "172.16.0.1",
        "172.31.255.255",  "192.168.1.1",      "169.254.1.1",     "100.64.0.1", "224.0.0.1",
        "255.255.255.255", "192.0.2.1",        "198.18.0.1",      "::1",        "::",
        "::ffff:8.8.8.8",  "::ffff:127.0.0.1", "fe80::1",         "fc00::1",    "fd12::1",
        "ff02::1",         "2001:db8::1",      "2002:7f00:1::1",  "2001::1",    "64:ff9b::7f00:1"};
    static const char *const public[] = {"8.8.8.8",     "1.1.1.1",       "172.15.0.1",   "172.32.0.1",
                                         "100.128.0.1", "223.255.255.1", "2606:4700::1", "2a00:1450:4001::1"};
    (void)state;
    for (size_t i = 0; i < sizeof private / sizeof *private; i++)
        if (public_address(private[i]))
            fail_msg("%s is not public", private[i]);
    for (size_t i = 0; i < sizeof public / sizeof *public; i++)
        if (!public_address(public[i]))
            fail_msg("%s is public", public[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_sealed_as_in_the_example_of_the_rfc),
        cmocka_unit_test(what_is_no_key_seals_nothing),
        cmocka_unit_test(quiet_hours_end_in_the_morning_of_the_place),
        cmocka_unit_test(addresses_of_this_machine_and_of_private_networks_are_not_public),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
