/* What the files that read Fliptown's JSON share: small values, rewards, and tables with their mark. */
#ifndef FLIPSIDE_EDITION_FLIPTOWN_PARTS_H
#define FLIPSIDE_EDITION_FLIPTOWN_PARTS_H

#include "games/fliptown/fliptown.h"
#include <flipside/load.h>

enum { TOWN_MOST = 60 /* of anything that a site gives or costs */ };

extern const char *const town_suits[];

int town_member_byte(const struct flip_node *object, const char *key, int min, int max, uint8_t *out);
/// A number that may be left out; then it stays 0.
int town_optional_byte(const struct flip_node *object, const char *key, int max, uint8_t *out);
int town_member_text(const struct flip_node *object, const char *key, char *out, size_t size);
/// A rank as 1 … 13.
int town_member_rank(const struct flip_node *object, const char *key, uint8_t *out);
/// A member that is an object with these keys, `mark` among them.
int town_open_table(const struct flip_node *root, const char *key, const char *const *keys, struct flip_node *out);
/// A member that is a list of exactly so many.
int town_open_list(const struct flip_node *object, const char *key, size_t count, struct flip_node *out);
/// A set of regions; empty if the member is left out.
int town_load_regions(const struct flip_node *object, const char *key, uint8_t *set);
int town_member_reward(const struct flip_node *object, const char *key, struct fliptown_reward *reward);

/* load_town.c, load_cards.c */
int load_fliptown_town(const struct flip_node *root, struct fliptown_edition *edition);
int load_fliptown_cards(const struct flip_node *root, struct fliptown_edition *edition);

#endif
