/*
 * Nicknames. A name is compared in two ways: folded, which is how its owner may write it to sign in, and by its looks, which is what
 * others see. Two people must not have names that agree in either. What looks alike, and what cannot be seen, is known to ICU from
 * the tables of Unicode; this is the only file that needs it.
 */
#include "server/people/people.h"

#include "edition/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum {
    WORK = 1024,    /* characters: one can become eighteen */
    MARKS_MOST = 3, /* above one another */
    MARKS_MOST_IN_TEXT = 5,
    BRAILLE_BLANK = 0x2800,
    TEXT_STYLE = 0xfe0e, /* how an emoji is drawn; phones add it by themselves */
    EMOJI_STYLE = 0xfe0f,
    LINE_SEPARATOR = 0x2028,
    PARAGRAPH_SEPARATOR = 0x2029,
    NON_JOINER = 0x200c,
    JOINER = 0x200d,
    BLACK_FLAG = 0x1f3f4, /* the flags of some countries are this one and letters that are not seen */
    FIRST_TAG = 0xe0020,
    LAST_TAG = 0xe007f,
};

/// Text as ICU wants it. length < 0: it is not UTF-8, or too long.
struct wide {
    UChar text[WORK];
    int32_t length;
};

static void widen(const char *text, struct wide *out)
{
    UErrorCode status = U_ZERO_ERROR;
    u_strFromUTF8(out->text, WORK, &out->length, text, -1, &status);
    if (U_FAILURE(status) || out->length >= WORK)
        out->length = -1;
}

/* 0: it fits. */
static int narrow(const struct wide *wide, char *out, int32_t size)
{
    UErrorCode status = U_ZERO_ERROR;
    int32_t length = 0;
    u_strToUTF8(out, size, &length, wide->text, wide->length, &status);
    return U_FAILURE(status) || length >= size ? -1 : 0;
}

static void normalize(const UNormalizer2 *form, struct wide *text)
{
    UErrorCode status = U_ZERO_ERROR;
    struct wide before = *text;
    if (before.length < 0)
        return;
    text->length = unorm2_normalize(form, before.text, before.length, text->text, WORK, &status);
    if (U_FAILURE(status) || text->length >= WORK)
        text->length = -1;
}

static const UNormalizer2 *form_of_names(void)
{
    UErrorCode status = U_ZERO_ERROR;
    return unorm2_getNFKCInstance(&status);
}

static const UNormalizer2 *form_of_folding(void)
{
    UErrorCode status = U_ZERO_ERROR;
    return unorm2_getNFKCCasefoldInstance(&status);
}

/* Opened at the first use and kept: its tables are large. NULL: they are not installed. */
static USpoofChecker *checker(void)
{
    static USpoofChecker *kept;
    UErrorCode status = U_ZERO_ERROR;
    if (kept)
        return kept;
    kept = uspoof_open(&status);
    if (U_FAILURE(status))
        return kept = NULL;
    uspoof_setRestrictionLevel(kept, USPOOF_HIGHLY_RESTRICTIVE);
    uspoof_setChecks(kept, USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS, &status);
    return kept;
}

/* --- characters ----------------------------------------------------------------------------------------------------- */

static bool style(UChar32 c) { return c == TEXT_STYLE || c == EMOJI_STYLE; }

/* Control and direction marks, halves of characters, fillers. */
static bool invisible(UChar32 c)
{
    return (U_GET_GC_MASK(c) & (U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CS_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK)) != 0 ||
           (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) && !style(c));
}

/* Also unassigned and private characters, and the one sign that is drawn as nothing. */
static bool unfit_for_names(UChar32 c)
{
    return invisible(c) || (U_GET_GC_MASK(c) & (U_GC_CN_MASK | U_GC_CO_MASK)) != 0 || c == BRAILLE_BLANK;
}

static bool mark(UChar32 c) { return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0; }

/* --- what people write to each other -------------------------------------------------------------------------------- */

static bool emoji(UChar32 c)
{
    return u_hasBinaryProperty(c, UCHAR_EXTENDED_PICTOGRAPHIC) || u_hasBinaryProperty(c, UCHAR_EMOJI_MODIFIER) ||
           c == EMOJI_STYLE;
}

/* Letters that change with their neighbours, as in Persian and Hindi: scripts with capital letters have none. */
static bool changes_shape(UChar32 c)
{
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode script = uscript_getScript(c, &status);
    return (u_isalpha(c) || mark(c)) && script > USCRIPT_INHERITED && !uscript_isCased(script);
}

/* Invisible characters that join or separate are allowed only between characters they can join. */
static bool joins(UChar32 c, UChar32 before, UChar32 after)
{
    if (c >= FIRST_TAG && c <= LAST_TAG)
        return before == BLACK_FLAG || (before >= FIRST_TAG && before <= LAST_TAG);
    return (c == JOINER && emoji(before) && emoji(after)) ||
           ((c == JOINER || c == NON_JOINER) && changes_shape(before) && changes_shape(after));
}

/* ICU's macros compare bytes, and a char may have a sign. */
static const uint8_t *bytes_of(const char *text) { return (const uint8_t *)text; }

static UChar32 character_at(const char *text, int32_t at, int32_t length)
{
    const uint8_t *bytes = bytes_of(text);
    UChar32 c = 0;
    if (at < length)
        U8_NEXT(bytes, at, length, c);
    return c;
}

int text_characters(const char *text)
{
    int count = 0, marks = 0;
    const int32_t length = (int32_t)strlen(text);
    const uint8_t *bytes = bytes_of(text);
    UChar32 before = 0, c;
    for (int32_t at = 0; at < length; count++, before = c) {
        U8_NEXT(bytes, at, length, c);
        marks = mark(c) ? marks + 1 : 0;
        if (c < 0 || marks > MARKS_MOST_IN_TEXT || (invisible(c) && !joins(c, before, character_at(text, at, length))))
            return -1;
    }
    return count;
}

void name_cut(char *name, int characters)
{
    int32_t at = 0;
    const int32_t length = (int32_t)strlen(name);
    const uint8_t *bytes = bytes_of(name);
    U8_FWD_N(bytes, at, length, characters);
    name[at] = '\0';
}

void name_fit(const char *name, char *out, size_t size)
{
    int32_t at = 0, end = 0;
    const int32_t length = (int32_t)strlen(name);
    const uint8_t *bytes = bytes_of(name);
    while (at < length) {
        U8_FWD_1(bytes, at, length);
        if ((size_t)at >= size)
            break;
        end = at;
    }
    snprintf(out, size, "%.*s", (int)end, name);
}

/* --- what can be a name --------------------------------------------------------------------------------------------- */

static int bad_name(struct flip_error *error, const char *why)
{
    return flip_fail(error, FLIP_ERROR_BAD_NAME, "%s", why);
}

static int too_long(struct flip_error *error)
{
    return flip_fail(error, FLIP_ERROR_BAD_NAME, "A name has 1 to %d characters.", NAME_LONGEST);
}

/* Trims, keeps one space between words, and refuses heaps of marks. */
static int clean_spacing(const struct wide *wanted, struct wide *out, struct flip_error *error)
{
    UErrorCode status = U_ZERO_ERROR;
    UChar32 given[WORK], kept[NAME_LONGEST + 2];
    int32_t length = 0, count = 0;
    bool gap = false;
    int marks = MARKS_MOST; /* none may come first */
    u_strToUTF32(given, WORK, &length, wanted->text, wanted->length, &status);
    for (int32_t i = 0; i < length; i++) {
        const UChar32 c = given[i];
        if (style(c))
            continue;
        if (u_isUWhiteSpace(c) && c != LINE_SEPARATOR && c != PARAGRAPH_SEPARATOR) {
            gap = count > 0;
            marks = MARKS_MOST;
            continue;
        }
        marks = mark(c) ? marks + 1 : 0;
        if (unfit_for_names(c) || marks > MARKS_MOST)
            return bad_name(error, "A name has letters, digits, signs and spaces, nothing invisible.");
        if (gap)
            kept[count++] = ' ';
        kept[count++] = c;
        gap = false;
        if (count > NAME_LONGEST)
            return too_long(error);
    }
    u_strFromUTF32(out->text, WORK, &out->length, kept, count, &status);
    return count == 0 || U_FAILURE(status) ? too_long(error) : 0;
}

/* Letters of one alphabet, or of those that are written together as in Japanese. */
static int check_alphabet(const struct wide *name, struct flip_error *error)
{
    UErrorCode status = U_ZERO_ERROR;
    const USpoofChecker *spoof = checker();
    if (!spoof)
        return flip_fail(error, FLIP_ERROR_NO_MEMORY, "The Unicode tables cannot be read.");
    const int32_t failed = uspoof_check2(spoof, name->text, name->length, NULL, &status);
    if (U_FAILURE(status) || failed != 0)
        return bad_name(error, "A name keeps to one alphabet: letters of different ones look alike.");
    return 0;
}

int name_clean(const char *wanted, char out[STORE_NAME], struct flip_error *error)
{
    struct wide text, name;
    if (strlen(wanted) >= NAME_SAID)
        return too_long(error);
    widen(wanted, &text);
    if (text.length < 0)
        return bad_name(error, "A name is text in UTF-8.");
    normalize(form_of_names(), &text);
    if (text.length < 0)
        return too_long(error);
    if (clean_spacing(&text, &name, error) < 0 || check_alphabet(&name, error) < 0)
        return -1;
    return narrow(&name, out, STORE_NAME) < 0 ? too_long(error) : 0;
}

int name_read(const char *said, char out[NAME_SAID], struct flip_error *error)
{
    said += strspn(said, " \t\r\n");
    size_t length = strlen(said);
    while (length > 0 && strchr(" \t\r\n", said[length - 1]))
        length--;
    if (length == 0 || length >= NAME_SAID)
        return too_long(error);
    snprintf(out, NAME_SAID, "%.*s", (int)length, said);
    return 0;
}

/* --- which names are the same --------------------------------------------------------------------------------------- */

/* Longer texts are cut and kept distinct by a hash of the whole. */
static void keep(const struct wide *text, char out[STORE_NAME])
{
    enum { HASH = 16, BEGINNING = STORE_NAME - 2 * HASH - 2 };
    unsigned char hash[HASH];
    char hex[2 * HASH + 1], whole[3 * WORK + 1];
    if (text->length < 0 || narrow(text, whole, sizeof whole) < 0) {
        out[0] = '\0';
        return;
    }
    if (strlen(whole) < STORE_NAME) {
        memcpy(out, whole, strlen(whole) + 1);
        return;
    }
    crypto_generichash(hash, sizeof hash, (const unsigned char *)whole, strlen(whole), NULL, 0);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    name_fit(whole, out, BEGINNING);
    snprintf(out + strlen(out), STORE_NAME - strlen(out), "#%s", hex);
}

void name_fold(const char *name, char out[STORE_NAME])
{
    struct wide text;
    widen(name, &text);
    normalize(form_of_folding(), &text);
    keep(&text, out);
}

/* The case goes last: a large I looks like a small L, and a zero like a large O. */
static void name_looks(const char *name, char out[STORE_NAME])
{
    struct wide text, skeleton = {.length = -1};
    UErrorCode status = U_ZERO_ERROR;
    widen(name, &text);
    normalize(form_of_names(), &text);
    if (text.length >= 0 && checker())
        skeleton.length = uspoof_getSkeleton(checker(), 0, text.text, text.length, skeleton.text, WORK, &status);
    if (U_FAILURE(status) || skeleton.length >= WORK)
        skeleton.length = -1;
    normalize(form_of_folding(), &skeleton);
    keep(&skeleton, out);
}

/* Its letters and digits alone, without the number at the end: "playerone" of "plåyer-one #12". */
static void name_letters(const char *name, char out[STORE_NAME])
{
    UErrorCode status = U_ZERO_ERROR;
    struct wide text;
    UChar32 all[WORK], kept[WORK];
    int32_t length = 0, count = 0;
    widen(name, &text);
    normalize(unorm2_getNFKDInstance(&status), &text); /* marks are characters of their own */
    if (text.length >= 0)
        u_strToUTF32(all, WORK, &length, text.text, text.length, &status);
    while (length > 0 && !u_isalpha(all[length - 1]))
        length--;
    for (int32_t i = 0; i < length; i++)
        if (u_isalnum(all[i]))
            kept[count++] = all[i];
    u_strFromUTF32(text.text, WORK, &text.length, kept, count, &status);
    if (U_FAILURE(status) || narrow(&text, out, STORE_NAME) < 0)
        out[0] = '\0';
}

void name_index(struct store_person *person)
{
    name_fold(person->name, person->folded);
    name_looks(person->name, person->looks);
}

bool name_same(const struct store_person *a, const struct store_person *b)
{
    return strcmp(a->folded, b->folded) == 0 || (a->looks[0] && strcmp(a->looks, b->looks) == 0);
}

/* --- names from before ------------------------------------------------------------------------------------------------ */

int names_reindex(struct store *store, struct flip_error *error)
{
    struct id_list all = {0};
    if (store_names_indexed(store))
        return 0;
    int status = store_list(store, LIST_PEOPLE, "", "", INT64_MAX, id_list_collect, &all, error) < 0
                     ? -1
                     : id_list_complete(&all, error);
    for (int i = 0; i < all.count && status == 0; i++) {
        struct store_person person;
        if (store_person_get(store, all.id[i], &person, error) < 1) {
            status = -1;
            break;
        }
        name_index(&person);
        status = store_person_index(store, &person, error);
    }
    free(all.id);
    return status < 0 || store_names_indexed_put(store, error) < 0 ? -1 : store_commit(store, error);
}

/*
 * Names of the house. Nobody is called what the server, its administrator, a bot or an empty seat is called, nor what looks so: a reader
 * would believe such a name. Whoever had one before keeps it, and an administrator can give one.
 */

static const char *const words[] = {
    "administrator", "administration", "admin", "sysadmin",  "moderator", "support", "staff",      "system",
    "server",        "flipside",       "house", "the house", "dealer",    "bot",     "computer",   "player",
    "former player", STORE_FORMER,     "seat",  "spectator", "you",       "nobody",  "the dealer",
};

/* Seats whose people left are called "Bot for Ada". */
static const char stand_in[] = "bot for";

static struct store_person person_called(const char *name)
{
    struct store_person person = {0};
    name_letters(name, person.name);
    name_index(&person);
    return person;
}

static bool begins(const char *text, const char *beginning) { return strncmp(text, beginning, strlen(beginning)) == 0; }

static bool of_the_house(const struct store_person *named)
{
    const struct store_person bot = person_called(stand_in);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const struct store_person house = person_called(words[i]);
        if (name_same(named, &house))
            return true;
    }
    return begins(named->folded, bot.folded) || begins(named->looks, bot.looks);
}

static bool of_a_bot(const struct store_person *named)
{
    const struct flip_game *game;
    for (int i = 0; (game = flip_game_at(i)); i++) {
        char names[FLIP_BOT_NAMES][FLIP_NAME];
        flip_bot_names(game, 0, names);
        for (int j = 0; j < FLIP_BOT_NAMES; j++) {
            const struct store_person bot = person_called(names[j]);
            if (name_same(named, &bot))
                return true;
        }
    }
    return false;
}

bool name_reserved(const char *name)
{
    const struct store_person named = person_called(name);
    return named.name[0] && (of_the_house(&named) || of_a_bot(&named));
}
