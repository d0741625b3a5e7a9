/* One table of commands: a key on the screen, a word in the dialogue and behind ':', and a line of help for both. It also
   completes what is begun, and names what was perhaps meant by a word that is unknown. */
#include "faces/terminal/play/play.h"

#include <string.h>
#include <strings.h>

static const struct command {
    enum flip_command_kind kind;
    int key;           /* on the screen; 0: none */
    const char *word;  /* what is typed; NULL: none */
    const char *usage; /* in the dialogue's help; NULL: it is not there */
    const char *meaning;
    bool server; /* for a server's table; all but 'older' the match itself understands */
} commands[] = {
    {FLIP_DO_LIST, 'l', "list", "list, l", "what you may do, all of it", false},
    {FLIP_DO_FIND, '/', "find", "find WORDS", "only the moves with these words", false},
    {FLIP_DO_TYPE, ':', NULL, NULL, "type a move in notation, or one of the words below; Tab completes it", false},
    {FLIP_DO_UNDO, 'u', "undo", "undo, u", "take your last step back", false},
    {FLIP_DO_HINT, 'h', "hint", "hint, h", "what the strongest bot would do; in a lesson: what is meant", false},
    {FLIP_DO_TUTOR, 't', "tutor", "tutor, t",
     "after each move, was that good? Again: warn before a blunder; again: off", false},
    {FLIP_DO_OTHERS, 'o', NULL, NULL, "look at the other sheets; 1 … 9: at that of a seat", false},
    {FLIP_DO_PAGES, 'z', NULL, NULL, "the whole sheet, page by page", false},
    {FLIP_DO_VIEW, 0, "view", "view [SEAT]", "the whole sheet in words, yours or that of seat 1, 2, …", false},
    {FLIP_DO_SHEET, 0, "sheet", "sheet [SEAT]", "the same, drawn with characters", false},
    {FLIP_DO_AIM, 0, "aim", "aim MOVE", "what a flick could be aimed at, and where it would go; nothing is flicked",
     false},
    {FLIP_DO_SCORES, 0, "scores", "scores", "how everybody stands", false},
    {FLIP_DO_GOALS, 0, "goals", "goals", "what there is to reach, and how far everybody is", false},
    {FLIP_DO_DISCARDS, 'd', "discards", "discards, d",
     "the discards: what is gone and what is left, where you may look through them", false},
    {FLIP_DO_RULES, 0, "rules", "rules", "the rules of the game", false},
    {FLIP_DO_SHORT, 0, "short", "short",
     "line by line: before each of your moves only how it stands; again: all you may do", false},
    {FLIP_DO_HELP, '?', "help", "help, ?", "this", false},
    {FLIP_DO_SAVE, 's', "save", "save FILE", "write the record of the game to a file", false},
    {FLIP_DO_QUIT, 'q', "quit", "quit, q", "leave; the game is kept", false},
    {FLIP_DO_FORGET, 0, "forget", "forget", "leave and forget the game", false},
    {FLIP_DO_NOTHING, 0, "say", "say TEXT", "at a server's table: chat", true},
    {FLIP_DO_OLDER, 0, "older", "older", "at a server's table: what was said before", true},
    {FLIP_DO_NOTHING, 0, "offer", "offer WHAT",
     "to the others: end, undo (take back your move), help (hints; the game is then not rated)", true},
    {FLIP_DO_NOTHING, 0, "accept", "accept", "yes to what is offered; accept NAME: to what NAME asks", true},
    {FLIP_DO_NOTHING, 0, "decline", "decline", "no to it; decline NAME: to what NAME asks", true},
    {FLIP_DO_NOTHING, 0, "rematch", "rematch", "after the end: play again", true},
    {FLIP_DO_NOTHING, 0, "friends", "friends", "at a server: your friends and challenges", true},
    {FLIP_DO_NOTHING, 0, "friend", "friend NAME", "ask somebody to be your friend", true},
    {FLIP_DO_NOTHING, 0, "unfriend", "unfriend NAME", "end a friendship", true},
    {FLIP_DO_NOTHING, 0, "challenge", "challenge", "ask somebody to play: challenge GAME NAME", true},
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

/* The dialogue has words; the screen has keys, and behind ':' the words. */
void flip_command_help(bool keys, struct flip_text *out)
{
    for (int i = 0; i < COMMANDS; i++) {
        const struct command *command = &commands[i];
        const char *word = command->word ? command->word : "";
        if (keys && command->key)
            flip_text_add(out, "  %c %s%-10s %s\n", command->key, *word ? ":" : " ", word, command->meaning);
        else if (keys)
            flip_text_add(out, "  :%-12s %s\n", command->usage, command->meaning);
        else if (command->usage)
            flip_text_add(out, "  %-15s %s\n", command->usage, command->meaning);
    }
}

/* --- what is begun --------------------------------------------------------------------------------------------------- */

/* Can the word be used at this table? */
static bool is_word(const struct command *command, const struct flip_match *match)
{
    return command->word && (!command->server || match->calls->talk);
}

int flip_command_goes_on(const char *typed, const struct flip_match *match, const struct flip_actions *actions,
                         const char *out[], int cap)
{
    const size_t length = strlen(typed);
    int count = 0;
    for (int i = 0; i < COMMANDS && count < cap; i++)
        if (is_word(&commands[i], match) && strncasecmp(commands[i].word, typed, length) == 0)
            out[count++] = commands[i].word;
    for (int i = 0; i < actions->count && count < cap; i++)
        if (strncasecmp(actions->list[i].text, typed, length) == 0)
            out[count++] = actions->list[i].text;
    return count;
}

size_t flip_command_common(const char *const *texts, int count)
{
    size_t length = count ? strlen(texts[0]) : 0;
    for (int i = 1; i < count; i++) {
        size_t same = 0;
        while (same < length && texts[i][same] == texts[0][same])
            same++;
        length = same;
    }
    while (length > 0 && count && ((unsigned char)texts[0][length] & 0xc0) == 0x80) /* not inside a character */
        length--;
    return length;
}

void flip_command_next(const char *const *texts, int count, size_t typed, struct flip_text *out)
{
    enum { MOST = 24 };
    const char *last = "";
    size_t last_length = 0;
    int told = 0;
    for (int i = 0; i < count; i++) {
        size_t length = typed + strspn(texts[i] + typed, " ");
        length += strcspn(texts[i] + length, " ");
        if (length == last_length && strncmp(texts[i], last, length) == 0)
            continue;
        if (told == MOST) {
            flip_text_add(out, ", …");
            return;
        }
        flip_text_add(out, "%s%.*s", told++ ? ", " : "", (int)length, texts[i]);
        last = texts[i];
        last_length = length;
    }
}

/* --- what was perhaps meant ------------------------------------------------------------------------------------------ */

enum { LONGEST = 40, FAR = 100 };

/* How many letters must be put in, left out, changed or exchanged with their neighbours. */
static int slips(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int row[3][LONGEST + 1] = {{0}};
    if (a_length > LONGEST || b_length > LONGEST)
        return FAR;
    for (size_t i = 0; i <= a_length; i++) {
        int *now = row[i % 3];
        const int *above = row[(i + 2) % 3], *two_above = row[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            if (i == 0) {
                now[j] = (int)j;
                continue;
            }
            int least = above[j - 1] + (a[i - 1] != b[j - 1]);
            least = above[j] + 1 < least ? above[j] + 1 : least;
            least = now[j - 1] + 1 < least ? now[j - 1] + 1 : least;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && two_above[j - 2] + 1 < least)
                least = two_above[j - 2] + 1;
            now[j] = least;
        }
    }
    return row[a_length % 3][b_length];
}

/* A short word with two slips could be anything. */
static int allowed(size_t length) { return length < 3 ? 0 : length < 6 ? 1 : 2; }

/* Is it the first word of a move? Then a move was meant that is not possible now. */
static bool begins_move(const struct flip_actions *actions, const char *line, size_t word)
{
    for (int i = 0; i < actions->count; i++) {
        const char *text = actions->list[i].text;
        if (strcspn(text, " ") == word && strncasecmp(text, line, word) == 0)
            return true;
    }
    return false;
}

void flip_command_meant(const char *line, const struct flip_match *match, const struct flip_actions *actions,
                        struct flip_text *out)
{
    const size_t word = strcspn(line, " "), length = strlen(line);
    const char *nearest = NULL, *rest = "";
    int least = FAR;
    if (begins_move(actions, line, word))
        return;
    for (int i = 0; i < COMMANDS; i++) {
        if (!commands[i].word)
            continue;
        const int apart = slips(line, word, commands[i].word, strlen(commands[i].word));
        if (apart == 0 && !is_word(&commands[i], match)) {
            flip_text_add(out, "'%s' is for a table on a server.", commands[i].word);
            return;
        }
        if (is_word(&commands[i], match) && apart <= allowed(word) && apart < least) {
            least = apart;
            nearest = commands[i].word;
            rest = line + word;
        }
    }
    for (int i = 0; i < actions->count; i++) {
        const int apart = slips(line, length, actions->list[i].text, strlen(actions->list[i].text));
        if (apart <= allowed(length) && apart < least) {
            least = apart;
            nearest = actions->list[i].text;
            rest = "";
        }
    }
    if (nearest)
        flip_text_add(out, "'%.60s' is not known here: did you mean '%s%.40s'?", line, nearest, rest);
}
