/* One table of commands: a key on the screen, a word in the dialogue and behind ':', and a line of help for both. */
#include "faces/terminal/play/play.h"

#include <string.h>

static const struct command {
    enum flip_command_kind kind;
    int key;           /* on the screen; 0: none */
    const char *word;  /* what is typed; NULL: none, or one for a server's table, which the match itself understands */
    const char *usage; /* in the dialogue's help; NULL: it is not there */
    const char *meaning; /* NULL: said elsewhere */
} commands[] = {
    {FLIP_DO_LIST, 'l', "list", "list, l", "what you may do, all of it"},
    {FLIP_DO_FIND, '/', "find", "find WORDS", "only the moves with these words"},
    {FLIP_DO_TYPE, ':', NULL, NULL, "type a move in notation, or one of the words list, undo, hint, …"},
    {FLIP_DO_UNDO, 'u', "undo", "undo, u", "take your last step back"},
    {FLIP_DO_HINT, 'h', "hint", "hint, h", "what the strongest bot would do; in a lesson: what is meant"},
    {FLIP_DO_TUTOR, 't', "tutor", "tutor, t",
     "after each move, was that good? Again: warn before a blunder; again: off"},
    {FLIP_DO_OTHERS, 'o', NULL, NULL, "look at the other sheets; 1 … 9: at that of a seat"},
    {FLIP_DO_VIEW, 'z', NULL, NULL, "the whole sheet, page by page"},
    {FLIP_DO_VIEW, 0, "view", "view [SEAT]", "the whole sheet in words, yours or that of seat 1, 2, …"},
    {FLIP_DO_SHEET, 0, "sheet", "sheet [SEAT]", "the same, drawn with characters"},
    {FLIP_DO_AIM, 0, "aim", "aim MOVE", "what a flick could be aimed at, and where it would go; nothing is flicked"},
    {FLIP_DO_SCORES, 0, "scores", "scores", "how everybody stands"},
    {FLIP_DO_GOALS, 0, "goals", "goals", "what there is to reach, and how far everybody is"},
    {FLIP_DO_DISCARDS, 'd', "discards", "discards, d",
     "the discards: what is gone and what is left, where you may look through them"},
    {FLIP_DO_NOTHING, 0, NULL, "say TEXT", "at a server's table: chat; older: what was said before"},
    {FLIP_DO_NOTHING, 0, NULL, "offer WHAT",
     "to the others: end, undo (take back your move), help (hints; the game is then not rated)"},
    {FLIP_DO_NOTHING, 0, NULL, "accept, decline",
     "the answer to what somebody offers; rematch: play again, after the end"},
    {FLIP_DO_NOTHING, 0, NULL, "friends",
     "at a server: friends and challenges; friend NAME, challenge GAME NAME, accept NAME"},
    {FLIP_DO_OLDER, 0, "older", NULL, NULL},
    {FLIP_DO_RULES, 0, "rules", "rules", "the rules of the game"},
    {FLIP_DO_SHORT, 0, "short", "short",
     "before each of your moves only how it stands, not what you may do; again: all of it"},
    {FLIP_DO_HELP, '?', "help", "help, ?", "this"},
    {FLIP_DO_SAVE, 's', "save", "save FILE", "write the record of the game to a file"},
    {FLIP_DO_QUIT, 'q', "quit", "quit, q", "leave; the game is kept"},
    {FLIP_DO_FORGET, 0, "forget", "forget", "leave and forget the game"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

enum flip_command_kind flip_command_key(int key)
{
    for (int i = 0; key && i < COMMANDS; i++)
        if (commands[i].key == key)
            return commands[i].kind;
    return FLIP_DO_NOTHING;
}

/* A single letter is the key only if the usage has it: "list, l". Others may begin a move. */
static bool is_letter(const struct command *command, const char *line)
{
    const char *usage = command->usage;
    return line[0] == command->key && line[1] == '\0' && usage && usage[strlen(usage) - 1] == command->key;
}

enum flip_command_kind flip_command_said(const char *line, const char **rest)
{
    for (int i = 0; line[0] && i < COMMANDS; i++) {
        *rest = commands[i].word ? flip_words_after(line, commands[i].word) : NULL;
        if (*rest)
            return commands[i].kind;
        if (is_letter(&commands[i], line)) {
            *rest = "";
            return commands[i].kind;
        }
    }
    return FLIP_DO_NOTHING;
}

void flip_command_help(bool keys, struct flip_text *out)
{
    for (int i = 0; i < COMMANDS; i++) {
        const struct command *command = &commands[i];
        if (keys && command->key)
            flip_text_add(out, "  %c             %s\n", command->key, command->meaning);
        else if (!keys && command->usage)
            flip_text_add(out, "  %-15s %s\n", command->usage, command->meaning);
        else if (keys && command->kind == FLIP_DO_NOTHING) /* talk has no key */
            flip_text_add(out, "  :%-16s %s\n", command->usage, command->meaning);
    }
}
