/*
 * Fliptown: what its files share. edition.h has the printed map and its tables, state.h the rules, the running game and
 * its moves.
 *
 * The files read like the rulebook: prepare.c (options), rules.c (set-up, dealing), turn.c (a player's turn), visit.c
 * (the regions), town.c (the buildings), round.c (how it begins, poker, pan and work, arrest), bounties.c, cowbot.c,
 * characters.c, points.c, score.c; then names.c, words.c and tell.c (notation and phrases), hidden.c (who knows what),
 * view.c, discards.c (looking through the discard pile), reach.c (what an answer would change), learn.c, any.c (a
 * random move), draw.c (the map for text faces).
 */
#pragma once

#include "core/poker.h"
#include "core/polyomino.h"
#include "games/fliptown/edition.h"
#include "games/fliptown/state.h"

#include <flipside/game.h>

struct flip_game_reasons;

/// The game, and what is made of it besides the rules: its bot (bot/), its loader (load.c), its files (data/).
extern const struct flip_game flip_fliptown;
extern const struct flip_game_bot fliptown_bot;
extern const struct flip_game_reasons fliptown_reasons;  /* bot/reasons.c */
extern const struct flip_game_judge fliptown_judge_data; /* bot/judge.c */
extern const struct flip_game_loader fliptown_loader;
extern const struct flip_game_files fliptown_files;

/* --- the files -------------------------------------------------------------------------------------------------- */

/* prepare.c and rules.c */
int fliptown_prepare(void *rules, const void *edition, const struct flip_options *options, int seats,
                     struct flip_error *error);
void fliptown_start(const void *rules, void *state);
flip_set fliptown_turn(const void *rules, const void *state);
int fliptown_moves(const void *rules, const void *state, int seat, flip_move *out, int cap);
bool fliptown_legal(const void *rules, const void *state, int seat, flip_move move, struct flip_error *why);
flip_move fliptown_any(const void *rules, const void *state, int seat, struct flip_random *random); /* any.c */
flip_move fliptown_deal(const void *rules, const void *state, struct flip_random *random);
void fliptown_chances(const void *rules, const void *state, struct flip_chances *out);
void fliptown_apply(const void *rules, void *state, int seat, flip_move move);
flip_set fliptown_proceed(const void *rules, void *state, struct flip_random *random);
/// Deals the rest of the lineup, if it is being dealt, and nothing else. Returns who is next.
flip_set fliptown_deal_lineup(const void *rules, void *state, struct flip_random *random);
/// The move or event itself, without what a table keeps count of: for those who try one on a copy.
void fliptown_act(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move);
uint32_t fliptown_phase(const void *rules, const void *state);

/* turn.c: a player's turn */
void fliptown_begin_turn(const struct fliptown_rules *rules, struct fliptown_state *state);
void fliptown_turn_moves(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                         struct fliptown_list *list);
void fliptown_turn_apply(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move);
/// The n-th way to use the three cards.
flip_move fliptown_arrangement(const struct fliptown_state *state, int n);
/// Goes on with a seat's turn until it is asked something, waits for a card, or is done.
void fliptown_settle(const struct fliptown_rules *rules, struct fliptown_state *state, int seat);
void fliptown_after_theft(const struct fliptown_rules *rules, struct fliptown_state *state);

/* visit.c: gains and the regions */
void fliptown_gain(const struct fliptown_rules *rules, struct fliptown_sheet *sheet,
                   const struct fliptown_reward *reward, int from);
void fliptown_gain_bonus(struct fliptown_sheet *sheet, int region);
void fliptown_gain_gold(struct fliptown_sheet *sheet, int n);
void fliptown_gain_stars(struct fliptown_sheet *sheet, int n, int from);
/// The same where nothing asks whether the turn brought some: at its end, and at that of a round.
static inline void fliptown_add_stars(struct fliptown_sheet *sheet, int n, int from)
{
    sheet->stars = (uint16_t)(sheet->stars + n);
    sheet->stars_from[from] = (uint16_t)(sheet->stars_from[from] + n);
}
static inline void fliptown_gain_tools(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int pans,
                                       int hammers)
{
    sheet->pans = (uint8_t)fliptown_smaller(sheet->pans + pans, rules->most_pans);
    sheet->hammers = (uint8_t)fliptown_smaller(sheet->hammers + hammers, rules->most_hammers);
}
/// The sites of a region that a bonus action can go to.
unsigned fliptown_open_sites(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int region);
/// The gold that the chosen cards need to reach an open site; with the gold at hand or not.
int fliptown_cost(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int region, int site);
/// What the chosen cards and the gold reach; what all bonus actions together lead to; and the move to such a place.
struct fliptown_sites fliptown_visits(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                      const struct fliptown_sheet *sheet);
/// May the Cemetery be visited with another suit, for the gold that this costs?
bool fliptown_hushed_graves(const struct fliptown_rules *rules, const struct fliptown_state *state,
                            const struct fliptown_sheet *sheet);
struct fliptown_sites fliptown_bonuses(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                       const struct fliptown_sheet *sheet);
flip_move fliptown_visit_to(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int place);
flip_move fliptown_bonus_to(int place);
void fliptown_visit_moves(const struct fliptown_rules *rules, const struct fliptown_state *state,
                          const struct fliptown_sheet *sheet, struct fliptown_list *list);
void fliptown_bonus_moves(const struct fliptown_rules *rules, const struct fliptown_state *state,
                          const struct fliptown_sheet *sheet, int region, struct fliptown_list *list);
void fliptown_enter(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, int region, int site);
void fliptown_robbery_card(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, int card);

/* town.c: the buildings */
/// What happens by itself on entering. False if the seat has to wait for the Sheriff card first.
bool fliptown_step_inside(const struct fliptown_rules *rules, struct fliptown_state *state, int seat);
void fliptown_building_moves(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                             struct fliptown_list *list);
/// What the building offers now. A bit is a sale by its place, a placement, an outlaw, one of two words (LOOK), a room (bit 0), or,
/// where the n-th is counted from 0, that n + 1 may be given.
flip_set fliptown_offers(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);
enum { FLIPTOWN_OFFERS_STAR, FLIPTOWN_OFFERS_WANTED };
/// May one leave without taking anything?
bool fliptown_may_leave(const struct fliptown_rules *rules, const struct fliptown_state *state,
                        const struct fliptown_sheet *sheet);
/// Is there anything to be done inside?
bool fliptown_building_asks(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);
void fliptown_building_apply(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, flip_move move);

/* round.c: phases 4 to 6 */
void fliptown_begin_round(const struct fliptown_rules *rules, struct fliptown_state *state);
void fliptown_flip_lineup(const struct fliptown_rules *rules, struct fliptown_state *state);
/// The first seat that has no character yet; there is one.
int fliptown_without_character(const struct fliptown_state *state);
/// The seat whose Hold 'em card comes next (both cards of seat 0, then of seat 1, and so on), or FLIPTOWN_NONE.
int fliptown_dealt_to(const struct fliptown_rules *rules, const struct fliptown_state *state);
void fliptown_begin_poker(const struct fliptown_rules *rules, struct fliptown_state *state);
void fliptown_round_moves(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                          struct fliptown_list *list);
void fliptown_round_apply(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, flip_move move);
/// The Sheriff card is turned, or the Marshal draws one.
void fliptown_sheriff_card(const struct fliptown_rules *rules, struct fliptown_state *state);
void fliptown_marshal_card(const struct fliptown_rules *rules, struct fliptown_state *state, int seat, int card);
/// What the written cards and the Hold 'em cards make together.
enum flip_poker fliptown_hand(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);

/* bounties.c */
/// One of each robbery circled in the Badlands?
bool fliptown_every_robbery(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);
bool fliptown_goal_met(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, int bounty);
/// How near a sheet is to a bounty: `have` of `of`; as many when it is met. Where there are two ways, the nearer one.
struct fliptown_progress {
    int have, of;
};
struct fliptown_progress fliptown_goal_progress(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                                                int bounty);
/// Has a seat met a bounty that it does not have yet, it gains it.
void fliptown_gain_bounties(const struct fliptown_rules *rules, const struct fliptown_state *state,
                            struct fliptown_sheet *sheet);
/// The same at the end of a turn: only what the seat has not had at once.
void fliptown_gain_late_bounties(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                 struct fliptown_sheet *sheet);
/// The same where bounties are gained at once: to be called at every moment at which a seat may have met one, with all
/// that it may have more of than at the last such moment.
void fliptown_notice_bounties(const struct fliptown_rules *rules, struct fliptown_state *state, int seat,
                              unsigned more);
/// What a goal looks at.
unsigned fliptown_goal_looks_at(int goal);
/// The end of a turn: what was met is gained, and its card shows the lower reward from now on.
void fliptown_turn_bounties(const struct fliptown_rules *rules, struct fliptown_state *state);
/// How many of the seven pieces: gold pan, hammer, trail horse, Undertaker, bandana, pickaxe, pistol.
int fliptown_gear(const struct fliptown_sheet *sheet);
int fliptown_mine_gold(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);

/* cowbot.c */
/// Is its suit among the three cards, the suit card as it was changed? To be asked once they are arranged, if there is a cowbot.
bool fliptown_cowbot_awake(const struct fliptown_rules *rules, const struct fliptown_state *state);
/// Does the suit card alone wake it, on this sheet of the only seat?
bool fliptown_suit_wakes(const struct fliptown_rules *rules, const struct fliptown_state *state,
                         const struct fliptown_sheet *sheet);
bool fliptown_steals(const struct fliptown_rules *rules, const struct fliptown_state *state);
/// "You cannot choose to ignore a reward at a site to avoid having a card stolen."
static inline bool fliptown_insists(const struct fliptown_rules *rules, const struct fliptown_state *state)
{
    return rules->rewards_insist && state->cowbot != FLIPTOWN_NONE && fliptown_cowbot_awake(rules, state);
}
/// The gold that another suit costs; none with a joker.
static inline int fliptown_other_suit(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    return sheet->wild & FLIPTOWN_WILD_SUIT ? 0 : rules->edition.suit_gold;
}
/// Does a visit of the Cemetery for so much gold change the suit card, so that the cowbot sleeps? Where a change is free it is made.
static inline bool fliptown_hushes(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                   const struct fliptown_sheet *sheet, int gold)
{
    return rules->graves_hide && state->cowbot != FLIPTOWN_NONE && gold == fliptown_other_suit(rules, sheet) &&
           fliptown_suit_wakes(rules, state, sheet);
}
struct fliptown_cowbot_score {
    int cards, regions, extra, total; /* points */
    int lowest;                       /* value of its lowest stolen card, 0 without one */
    int verdict;                      /* 1: you win, 0: a draw, -1: it wins */
};
struct fliptown_cowbot_score fliptown_cowbot_points(const struct fliptown_rules *rules,
                                                    const struct fliptown_state *state);

/* characters.c */
void fliptown_become(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int character);
/// The abilities that stand beside visits, bonuses, or alone at the end.
void fliptown_ability_moves(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet,
                            struct fliptown_list *list);
void fliptown_use_ability(const struct fliptown_rules *rules, struct fliptown_sheet *sheet, int field);
/// Is the ability of use at the end of the turn? One that is about the cards has had its moment by then.
bool fliptown_last_ability(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);
/// The kind of ability that a seat can still use, or -1.
static inline int fliptown_ability_left(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    if (sheet->character == FLIPTOWN_NONE || sheet->uses == 0)
        return -1;
    return rules->edition.character[sheet->character].ability;
}

/* points.c */
struct fliptown_parts {
    int cash, gold, silver, stars, total;
};
static inline int fliptown_silver(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet)
{
    int silver = sheet->rooms ? rules->edition.room[sheet->rooms - 1] : 0;
    for (unsigned set = sheet->circled[FLIPTOWN_MINE] & rules->silver; set; set &= set - 1)
        silver += fliptown_count(sheet->circled[rules->edition.chamber[__builtin_ctz(set)].reward.silver - 1]);
    return silver;
}
struct fliptown_parts fliptown_points(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet);

/* score.c */
void fliptown_result(const void *rules, const void *state, struct flip_result *out);
void fliptown_breakdown(const void *rules, const void *state, int seat, struct flip_json *out);
void fliptown_result_fields(const void *rules, const void *state, struct flip_json *out);
void fliptown_title(const struct fliptown_rules *rules, const struct fliptown_sheet *sheet, struct flip_text *out);
/// The solo achievements that this game, as it stands, has reached: bit n - 1 is achievement n. The fourteenth is
/// reached over several games and never set here.
uint32_t fliptown_achievements(const struct fliptown_rules *rules, const struct fliptown_state *state);

/* ending.c */
void fliptown_ending(const void *rules, const void *state, const struct flip_names *names, struct flip_text *verdict,
                     struct flip_text *why);

/* words.c, tell.c and upshot.c */
enum { FLIPTOWN_SIGN = 8 };
/// A card as people read it, "4♠"; in the notation it is 4S.
const char *fliptown_card_sign(int card, char room[FLIPTOWN_SIGN]);
const char *fliptown_site_name(const struct fliptown_rules *rules, int region, int site);
void fliptown_text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
void fliptown_fields(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out);
void fliptown_tell(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
/// The bounties of `seat` that fliptown_tell() tells with this step: those that it brings to its own seat before the turn
/// ends.
unsigned fliptown_told_bounties(const struct fliptown_rules *rules, const struct fliptown_state *state, int actor,
                                flip_move move, int seat);
void fliptown_upshot(const void *rules, const void *state, int seat, flip_move move, const char (*names)[FLIP_NAME],
                     struct flip_text *out);

/* hidden.c, view.c */
/// The game as `viewer` may see it: others' maps as they were at the beginning of the phase. Hidden cards are still
/// in it.
void fliptown_shown(const struct fliptown_rules *rules, const struct fliptown_state *state,
                    const struct fliptown_state *before, int viewer, struct fliptown_state *out);
void fliptown_redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random);
bool fliptown_secret(const void *rules, const void *state, int seat, flip_move move, int viewer);
void fliptown_view(const void *rules, const void *state, const void *before, int viewer, struct flip_json *out);
/// Which hidden cards a viewer sees.
static inline bool fliptown_sees_sheriff(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                         int viewer)
{
    return viewer == FLIP_ALL || state->sheriff_turned || (viewer < rules->seats && state->sheriff_seen >> viewer & 1);
}
static inline bool fliptown_sees_holdem(const struct fliptown_rules *rules, const struct fliptown_state *state,
                                        int viewer, int seat)
{
    return rules->holdem &&
           (viewer == FLIP_ALL || viewer == seat || rules->seats == 1 || state->stage >= FLIPTOWN_POKER);
}
static inline bool fliptown_sees_stolen(const struct fliptown_state *state, int viewer)
{
    return viewer == FLIP_ALL || state->stage == FLIPTOWN_OVER;
}
/* discards.c */
/// `search`: where each of the 52 cards is, as far as the viewer may know. `state` is the game as it is shown to the viewer.
void fliptown_write_discards(const struct fliptown_rules *rules, const struct fliptown_state *state, int viewer,
                             struct flip_json *out);

/* learn.c: the game for learners */
extern const struct flip_game_learn fliptown_learn;

/* reach.c: what a seat may know before it decides */
/// `changes`: what each legal move of the seat changes at once, in the order of the moves, apart from a visit's gold.
void fliptown_write_changes(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                            struct flip_json *out);
/// `reach`: every open site with what it costs by each arrangement, in the order of the moves, and what it changes. A tombstone tells as
/// `asleep` what it costs with another suit, so that the cowbot sleeps; 0 where that is not offered.
void fliptown_write_reach(const struct fliptown_rules *rules, const struct fliptown_state *state, int seat,
                          struct flip_json *out);

/* draw.c */
void fliptown_draw(const void *rules, const void *state, const void *before, int viewer, int seat,
                   struct flip_canvas *canvas);

/* read.c */
void fliptown_read(const void *rules, const void *state, const void *before, int viewer, int seat, const flip_move *aim,
                   struct flip_text *out);
