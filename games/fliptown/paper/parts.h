/* Fliptown on paper: the symbols of the map, for its regions and the town. All in the units of the map, 1200 wide. */
#pragma once

#include "edition/members.h"
#include "print/paper.h"

enum { MAP_INK = 0x241b14, MAP_SOFT = 0x56493a, MAP_PAGE = 0xfbf4e2, SMALLEST = 14 };

/* symbols.c */
/// A symbol of the map (star, silver, cash, gold, wanted, remove) with its number; 0: none.
void draw_token(struct paper *paper, const char *kind, int count, double x, double y, double scale);
/// The ticket of a bonus action; the silver star that counts a region.
void draw_bonus(struct paper *paper, const json_t *data, const char *region, double x, double y, double scale);
/// All symbols of a reward around (x, y), so many in a row.
void draw_reward(struct paper *paper, const json_t *data, const json_t *reward, int in_row, double x, double y,
                 double scale);
/// A thing that is owned or bought.
void draw_item(struct paper *paper, const char *item, double x, double y, double scale);
/// The sign of a region: its suit, or a cross.
void draw_sign(struct paper *paper, const json_t *data, const char *region, double x, double y, double size);

/* town.c */
void draw_town(struct paper *paper, const json_t *data);
