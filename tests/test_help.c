/* The rules of a game as lines of a terminal: what the Markdown means is what is shown, within 80 columns. */
#include <stddef.h>
#include <stdint.h>

#include "case.h"
#include "faces/terminal/window/window.h"

#include <flipside/flipside.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

static char told[1 << 16];
static struct flip_text out;
static int widest;

static void note_line(void *context, const char *text, enum flip_help_kind kind)
{
    (void)context;
    const int width = flip_words_width(text);
    widest = width > widest ? width : widest;
    flip_text_add(&out, "%s%s\n", kind == FLIP_HELP_HEADING ? "# " : "", text);
}

static const char *lay_out(const char *markdown, int width)
{
    out = flip_text_in(told, sizeof told);
    told[0] = '\0';
    widest = 0;
    flip_help_lay_out(markdown, width, &(struct flip_help_reader){note_line, NULL});
    assert_true(flip_text_fits(&out));
    return told;
}

CASE(a_paragraph_runs_over_the_lines_of_the_file_and_has_no_marks)
{
    assert_string_equal(lay_out("# A *game*\n\nOne **two** `three`\nfour [fives](http://six).\n\n\n\nSeven\n", 24),
                        "# A game\n\nOne two three four\nfives.\n\nSeven\n");
}

CASE(a_map_between_fences_stays_as_it_stands)
{
    assert_string_equal(lay_out("Map:\n```\n  a    b    c    d    e    f\n\n  * `g` [h](i)\n```\nDone\n", 24),
                        "Map:\n  a    b    c    d    e    f\n\n  * `g` [h](i)\nDone\n");
    assert_string_equal(lay_out("Type:\n\n    keep 4     these\n    drop  5    those\n\nDone\n", 24),
                        "Type:\n\n    keep 4     these\n    drop  5    those\n\nDone\n");
}

CASE(every_item_of_a_list_has_a_line_of_its_own)
{
    assert_string_equal(
        lay_out("Now:\n1. one\n2. two words and\n   more of them\n10. ten\n    more\n\n- a **b**\n- c\n", 24),
        "Now:\n1. one\n2. two words and more of\n   them\n10. ten more\n\n• a b\n• c\n");
}

CASE(a_table_has_columns)
{
    assert_string_equal(
        lay_out("| hand | pays | |\n|---|--:|---|\n| two `pair` | $3 | x |\n| [flush](#f) | $10 | |\n", 40),
        "# hand      pays\n────────  ────  ─\ntwo pair  $3    x\nflush     $10\n");
}

CASE(a_table_that_is_too_wide_breaks_its_widest_column)
{
    assert_string_equal(lay_out("| | what |\n|---|---|\n| A | some words that do not fit |\n| B | no |\n", 24),
                        "#    what\n─  ─────────────────────\nA  some words that do\n   not fit\nB  no\n");
}

CASE(a_picture_is_its_caption)
{
    assert_string_equal(lay_out("Look:\n![The map, seen from above](../map.png)\nand go.\n", 40),
                        "Look:\n[The map, seen from above] and go.\n");
}

CASE(the_rules_of_every_game_fit_into_eighty_columns)
{
    for (int i = 0; flip_game_at(i); i++) {
        lay_out(flip_rulebook_of(flip_game_at(i)->id), 76);
        assert_true(out.length > 1000);
        assert_true(widest <= 80);
        if (strstr(told, "](") || strstr(told, "**") || strstr(told, "```") || strstr(told, "|--"))
            fail_msg("%s: marks of Markdown are left in its rules", flip_game_at(i)->id);
    }
}

int main(void)
{
    setlocale(LC_ALL, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_paragraph_runs_over_the_lines_of_the_file_and_has_no_marks),
        cmocka_unit_test(a_map_between_fences_stays_as_it_stands),
        cmocka_unit_test(every_item_of_a_list_has_a_line_of_its_own),
        cmocka_unit_test(a_table_has_columns),
        cmocka_unit_test(a_table_that_is_too_wide_breaks_its_widest_column),
        cmocka_unit_test(a_picture_is_its_caption),
        cmocka_unit_test(the_rules_of_every_game_fit_into_eighty_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
