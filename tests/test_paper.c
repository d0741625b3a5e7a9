/* Paper by itself: type that does not fit its room, pictures, pages. */
#include "print/paper.h"
#include "support.h"

#include <stdio.h>
#include <unistd.h>

static struct paper *open_paper(char path[32])
{
    struct flip_error error;
    snprintf(path, 32, "/tmp/test_paper_%d.pdf", (int)getpid());
    const struct paper_def def = {.path = path, .game = flip_game_at(0)};
    struct paper *paper = paper_open(&def, &error);
    assert_non_null(paper);
    paper_sheet(paper, false);
    return paper;
}

static void close_paper(struct paper *paper, const char *path)
{
    struct flip_error error;
    assert_int_equal(paper_close(paper, &error), 0);
    assert_int_equal(unlink(path), 0);
}

static void text_that_becomes_too_small_to_read_is_noted(void **state)
{
    char path[32];
    struct paper *paper = open_paper(path);
    (void)state;
    paper_text(paper, 10, 10, 30, 4, 0, 0, "%s", "This fits if it is set a little closer");
    assert_null(paper_too_small(paper));
    paper_to(paper, 0, 0, 0.5);
    paper_text(paper, 10, 20, 0, 3.1, 0, 0, "%s", "half of 3.1 mm can still be read");
    assert_null(paper_too_small(paper));
    paper_text(paper, 10, 20, 0, 2.9, 0, 0, "%s", "half of 2.9 mm cannot");
    assert_string_equal(paper_too_small(paper), "half of 2.9 mm cannot");
    paper_text(paper, 10, 10, 4, 4, 0, 0, "%s", "nor can this, but the first was told");
    assert_string_equal(paper_too_small(paper), "half of 2.9 mm cannot");
    paper_back(paper);
    close_paper(paper, path);
}

static void words_are_broken_into_lines(void **state)
{
    char path[32];
    struct paper *paper = open_paper(path);
    (void)state;
    const double one = paper_words(paper, 0, 10, 100, 4, 0, "a few words"), line = one - 10;
    assert_true(line > 4 && line < 8);
    assert_true(paper_words(paper, 0, 10, 100, 4, 0, "") == 10);
    const double many = paper_words(paper, 0, 10, 12, 4, 0, "one two three four");
    assert_true(many > 10 + 2.5 * line);
    close_paper(paper, path);
}

static void count_card(struct paper *paper, void *context, int number, bool back)
{
    int(*drawn)[20] = context;
    (void)paper;
    drawn[back][number]++;
}

static void cards_fill_sheets_of_nine_with_their_backs(void **state)
{
    (void)state;
    for (int backs = 0; backs < 2; backs++) {
        char path[32];
        struct paper *paper = open_paper(path);
        int drawn[2][20] = {{0}};
        paper_cards(paper, 20, backs, count_card, drawn);
        assert_int_equal(paper_pages(paper), 1 + 3 * (1 + backs));
        for (int card = 0; card < 20; card++) {
            assert_int_equal(drawn[0][card], 1);
            assert_int_equal(drawn[1][card], backs);
        }
        close_paper(paper, path);
    }
}

static void a_picture_that_is_not_there_is_told(void **state)
{
    static const struct paper_ink inks[] = {{"", 0, PAPER_NONE, 0}, {0}};
    char path[32];
    struct paper *paper = open_paper(path);
    (void)state;
    assert_false(paper_picture(paper, "no such thing", inks, 0, 0, 1));
    assert_true(json_object_size(paper_pictures(paper)) > 0);
    close_paper(paper, path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_that_becomes_too_small_to_read_is_noted),
        cmocka_unit_test(words_are_broken_into_lines),
        cmocka_unit_test(cards_fill_sheets_of_nine_with_their_backs),
        cmocka_unit_test(a_picture_that_is_not_there_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
