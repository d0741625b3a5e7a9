/* Scenes as changes: when a change is sent, when the scene itself, what is kept, and who shares a change. */
#include "server/rooms/changes.h"
#include "server/rooms/room.h"
#include "support.h"

#include <string.h>

enum { ROOM = 8192 };

static struct room room;
static char scene[ROOM + CHANGES_ROOM], sent[2 * ROOM];

/* Nothing comes twice. */
static char letter(int kind, uint32_t place)
{
    uint32_t mixed = (place + 1000 * (uint32_t)kind) * 0x9e3779b1u;
    mixed = (mixed ^ mixed >> 15) * 0x85ebca6bu;
    return (char)('a' + (mixed >> 13) % 26);
}

/* A scene of so many letters, which begin alike if `kind` is the same. */
static const char *letters(int kind, size_t length)
{
    static char text[ROOM];
    for (size_t i = 0; i < length; i++)
        text[i] = letter(kind, (uint32_t)i);
    text[length] = '\0';
    return text;
}

/* What the watch is sent for it, as text. */
static const char *tell(struct watch *watch, struct shared_change *shared, const char *text)
{
    size_t length = strlen(text);
    memcpy(scene, text, length + 1);
    const char *instead = change_write(watch, shared, scene, &length);
    snprintf(sent, sizeof sent, "%.*s", (int)length, instead ? instead : scene);
    return sent;
}

static struct watch watch_of_format(int format)
{
    snprintf(room.id, sizeof room.id, "TABLE");
    return (struct watch){.room = &room, .changes = format};
}

/* One who looks alone: nothing is shared. */
static const char *tell_alone(struct watch *watch, const char *text)
{
    struct shared_change shared = {0};
    const char *out = tell(watch, &shared, text);
    shared_change_free(&shared);
    return out;
}

#define BEGINS(text, beginning) assert_memory_equal(text, beginning, strlen(beginning))

static void the_first_scene_is_whole_and_the_next_one_a_change(void **state)
{
    (void)state;
    struct watch watch = watch_of_format(CHANGES_JSON);
    assert_string_equal(tell_alone(&watch, letters(0, 300)), letters(0, 300));
    BEGINS(tell_alone(&watch, letters(0, 310)), "{\"push\":\"change\",\"table\":\"TABLE\",\"sum\":");
    assert_non_null(strstr(sent, "\"parts\":[-300,\""));
    assert_string_equal(strrchr(sent, '\"'), "\"]}");
    assert_null(strstr(sent, "keep"));
    changes_forget(&watch);
    assert_string_equal(tell_alone(&watch, letters(0, 310)), letters(0, 310));
    changes_forget(&watch);
    watch = watch_of_format(CHANGES_MOVED);
    assert_string_equal(tell_alone(&watch, "abc"), "scene TABLE 38600999\nabc");
    BEGINS(tell_alone(&watch, letters(0, 300)),
           "scene TABLE "); /* nothing of it is known, and a change would be longer */
    BEGINS(tell_alone(&watch, letters(0, 310)), "change TABLE ");
    changes_forget(&watch);
}

/* The scene before is kept if the new one is shorter by more than an eighth. */
static void a_scene_that_is_much_longer_than_the_next_is_kept(void **state)
{
    (void)state;
    for (int format = CHANGES_JSON; format <= CHANGES_MOVED; format++) {
        for (size_t length = 799; length <= 800; length++) {
            struct watch watch = watch_of_format(format);
            tell_alone(&watch, letters(0, 900));
            assert_null(watch.kept);
            tell_alone(&watch, letters(0, length));
            assert_int_equal(watch.kept != NULL, length == 799);
            assert_int_equal(strstr(sent, format == CHANGES_JSON ? "\"keep\":true" : "keep TABLE ") != NULL,
                             length == 799);
            changes_forget(&watch);
        }
    }
}

/* Another one takes its place if it has more than half of its length. */
static void a_shorter_scene_does_not_take_the_place_of_the_one_that_is_kept(void **state)
{
    (void)state;
    for (size_t length = 450; length <= 451; length++) {
        struct watch watch = watch_of_format(CHANGES_PACKED);
        tell_alone(&watch, letters(0, 900));
        tell_alone(&watch, letters(0, length));
        const struct told *kept = watch.kept, *told = watch.told;
        assert_int_equal(kept->length, 900);
        tell_alone(&watch, letters(0, 100));
        assert_ptr_equal(watch.kept, length == 451 ? told : kept);
        changes_forget(&watch);
    }
}

/* What is kept is looked at where the new scene is longer than the last one by more than 64 bytes. */
static void what_is_kept_serves_a_scene_that_is_much_longer_again(void **state)
{
    (void)state;
    for (size_t length = 164; length <= 165; length++) {
        struct watch watch = watch_of_format(CHANGES_JSON);
        tell_alone(&watch, letters(0, 900));
        tell_alone(&watch, letters(0, 100));
        assert_int_equal(watch.kept->length, 900);
        /* from the hundredth letter on, as it was in the scene before the last */
        tell_alone(&watch, letters(0, length));
        assert_int_equal(strstr(sent, "\"parts\":[-100,200,65]") != NULL, length == 165);
        assert_int_equal(strstr(sent, letters(0, length) + 100) != NULL, length == 164);
        changes_forget(&watch);
    }
}

static void after_a_whole_scene_nothing_is_kept(void **state)
{
    (void)state;
    struct watch watch = watch_of_format(CHANGES_PACKED);
    tell_alone(&watch, letters(0, 900));
    tell_alone(&watch, letters(0, 100));
    assert_non_null(watch.kept);
    BEGINS(tell_alone(&watch, "Quite another one!"), "scene TABLE ");
    assert_null(watch.kept);
    assert_int_equal(watch.told->length, strlen("Quite another one!"));
    changes_forget(&watch);
    assert_null(watch.told);
}

/* The same change is written once for all who have the same scenes and want the same format. */
static void whoever_has_the_same_scenes_shares_a_change(void **state)
{
    (void)state;
    struct watch one = watch_of_format(CHANGES_PACKED), two = watch_of_format(CHANGES_PACKED),
                 other = watch_of_format(CHANGES_JSON);
    struct shared_change shared = {0};
    struct watch *const all[] = {&one, &two, &other};
    for (int i = 0; i < 3; i++)
        tell(all[i], &shared, letters(0, 500));
    assert_ptr_equal(one.told, two.told);
    assert_ptr_equal(one.told, other.told);
    tell(&one, &shared, letters(0, 520));
    const char *text = shared.text;
    const struct told *to = shared.to;
    assert_non_null(text);
    BEGINS(tell(&two, &shared, letters(0, 520)), "change TABLE ");
    assert_ptr_equal(shared.text, text);
    assert_ptr_equal(two.told, to);
    BEGINS(tell(&other, &shared, letters(0, 520)), "{\"push\":\"change\"");
    assert_ptr_equal(other.told, to);
    /* another scene for one of them, and what is kept by one alone */
    tell(&one, &shared, letters(0, 530));
    tell(&two, &shared, letters(1, 530));
    assert_ptr_not_equal(one.told, two.told);
    for (int i = 0; i < 3; i++)
        changes_forget(all[i]);
    shared_change_free(&shared);
    assert_null(shared.to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_scene_is_whole_and_the_next_one_a_change),
        cmocka_unit_test(a_scene_that_is_much_longer_than_the_next_is_kept),
        cmocka_unit_test(a_shorter_scene_does_not_take_the_place_of_the_one_that_is_kept),
        cmocka_unit_test(what_is_kept_serves_a_scene_that_is_much_longer_again),
        cmocka_unit_test(after_a_whole_scene_nothing_is_kept),
        cmocka_unit_test(whoever_has_the_same_scenes_shares_a_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
