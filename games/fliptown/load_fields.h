/* How Fliptown's JSON is read: tables of fields say what an object holds, within which bounds, and where it goes. */
#pragma once

#include "games/fliptown/fliptown.h"
#include <flipside/load.h>

enum { TOWN_MOST = 60 /* of anything that a site gives or costs */ };

enum town_kind {
    TOWN_BYTE,    /* a number within min … max */
    TOWN_TEXT,    /* with its end `size` bytes */
    TOWN_WORD,    /* one of `words`, as a byte: min is the first */
    TOWN_PLACE,   /* the word at the place that the object has in its list; nothing is kept */
    TOWN_REGIONS, /* a set of regions */
    TOWN_BYTES,   /* lists of bytes and of words, */
    TOWN_WORDS,
    TOWN_LIST, /* and of objects, which lie `size` bytes apart */
    TOWN_OBJECT,
    TOWN_REWARD,
    TOWN_MARK,   /* where the table comes from: letters R (rulebook), M (map and cards), J (our ruling) */
    TOWN_NOTHING /* only `check` looks at it */
};

/// Looks at what was read, or reads what no kind stands for; `into` is its place in the edition.
typedef int town_check(const struct flip_node *node, struct fliptown_edition *edition, void *into);

struct town_field {
    const char *key; /* NULL ends a table */
    enum town_kind kind;
    size_t at; /* where it goes, from the beginning of the object's struct */
    int min, max;
    const char *const *words;
    int count, least; /* of a list: so many items (0: one a round), or as few as `least` (0: not fewer) */
    size_t counted;   /* where their number goes, if it may vary */
    size_t size;
    const struct town_field *inside; /* an object, or the items of a list (NULL: `each` reads them) */
    town_check *each, *check;        /* the items of a list, and the whole */
    bool optional;                   /* left out, it stays 0 */
    bool last;                       /* it is read after the others */
};

/// Reads an object with no members but these.
int town_read(const struct flip_node *node, const struct town_field *fields, struct fliptown_edition *edition,
              void *into);
/// A number that only some objects need.
int town_member_byte(const struct flip_node *object, const char *key, int min, int max, uint8_t *out);

#define IN(type, member)                   offsetof(struct fliptown_##type, member)
#define BYTE(key, low, high, type, member) key, TOWN_BYTE, IN(type, member), .min = (low), .max = (high)
#define TEXT(key, type, member)            key, TOWN_TEXT, IN(type, member), .size = sizeof((struct fliptown_##type *)0)->member
#define WORD(key, list, type, member)      key, TOWN_WORD, IN(type, member), .words = (list)
#define RANK(key, type, member)            key, TOWN_WORD, IN(type, member), .words = fliptown_rank_words, .min = 1
#define REWARD(key, type, member)          key, TOWN_REWARD, IN(type, member), .min = 0
#define OBJECT(key, fields)                key, TOWN_OBJECT, .inside = (fields)
#define MARK                               "mark", .kind = TOWN_MARK

extern const char *const town_suits[];
/* load_town.c, load_cards.c */
extern const struct town_field town_town[], town_bounties[], town_cowbots[], town_characters[], town_titles[];
