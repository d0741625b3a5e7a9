/*
 * Flick 'em Up!: what its files share. edition.h has the scenario, state.h the rules, the running game and its moves.
 * Lengths are 1/100 mm and angles 1/100 degree throughout.
 */
#pragma once

#include "games/flickemup/edition.h"
#include "games/flickemup/state.h"

#include <flipside/game.h>

struct flip_game_reasons;

/// The game, and what is made of it besides the rules: its bot (bot/), its loader (load.c), its files (data/).
extern const struct flip_game flip_flickemup;
extern const struct flip_game_bot flickemup_bot;
extern const struct flip_game_reasons flickemup_reasons; /* bot/reasons.c */
extern const struct flip_game_loader flickemup_loader;
extern const struct flip_game_files flickemup_files;

/* --- the files ------------------------------------------------------------------------------------------------------- */

/* names.c */
extern const char *const flickemup_piece_names[FLICKEMUP_PIECES + 1];
extern const char *const flickemup_building_words[]; /* ended by NULL, as all lists of words */
extern const char *const flickemup_token_words[];    /* from FLICKEMUP_GOLD on */
extern const char *const flickemup_rule_words[];
extern const char *const flickemup_team_words[];
/// The piece of a name or of one of its other names, in any case; FLICKEMUP_FLICKED for what is flicked; -1: none.
int flickemup_piece_named(const char *name);

/* pieces.c: shapes and how they lie to each other */
/// The body of a piece of the box at a pose.
struct flip_body flickemup_body(int piece, const struct flip_pose *pose);
struct flip_body flickemup_flicked_body(enum flickemup_flick kind, const struct flip_pose *pose);
/// A piece that stands on the table.
struct flip_pose flickemup_standing(int piece, int32_t x, int32_t y, int32_t angle);
/// The distance from a point to the nearest part of a piece, 0 inside it. `tall`: a building's front counts too.
int32_t flickemup_distance(int piece, const struct flip_pose *pose, int32_t x, int32_t y, bool tall);
/// Do two pieces stand in each other?
bool flickemup_overlap(int piece, const struct flip_pose *pose, int other, const struct flip_pose *at);
/// A point in the frame of a door: `along` it to the left as seen from inside, and `before` it.
void flickemup_at_door(const struct flip_pose *door, int32_t x, int32_t y, int32_t *along, int32_t *before);
void flickemup_from_door(const struct flip_pose *door, int32_t along, int32_t before, int32_t *x, int32_t *y);

/* places.c: what is free on the table */
/// Has this piece a body on the table?
bool flickemup_has_body(const struct flickemup_state *state, int piece);
/// Can this building be entered now?
bool flickemup_enterable(const struct flickemup_rules *rules, const struct flickemup_state *state, int building);
bool flickemup_free(const struct flickemup_rules *rules, const struct flickemup_state *state, int32_t x, int32_t y,
                    int32_t radius, bool tall, int except);
/// Moves the point to the nearest free place.
void flickemup_nearest_free(const struct flickemup_rules *rules, const struct flickemup_state *state, int32_t *x,
                            int32_t *y, int32_t radius, bool tall, int except);
/// Stands a figure there, or at the nearest free place.
void flickemup_stand(const struct flickemup_rules *rules, struct flickemup_state *state, int figure, int32_t x,
                     int32_t y, int32_t angle);
void flickemup_lay(const struct flickemup_rules *rules, struct flickemup_state *state, int figure, int32_t x, int32_t y,
                   int32_t angle);
/// Where a bullet (or dynamite) of a cowboy starts; false: this side is not offered. `around`: the angle of a Winchester.
bool flickemup_muzzle(const struct flickemup_rules *rules, const struct flickemup_state *state, int figure, int side,
                      int32_t around, int32_t radius, struct flip_pose *out);
/// Where the movement disc of a figure starts.
void flickemup_disc_start(const struct flickemup_rules *rules, const struct flickemup_state *state, int figure,
                          struct flip_pose *out);
void flickemup_scene(const void *rules, const void *state, struct flip_scene *out);

/* clearing.c: entrances */
/// The building from whose entrance, or from behind which, an object may be put aside now; -1: none, and `why` says why, as a phrase.
int flickemup_clears(const struct flickemup_rules *rules, const struct flickemup_state *state, int object,
                     struct flip_text *why);
/// Does an object stay in an entrance although somebody may move now? `why` says why.
bool flickemup_stays(const struct flickemup_rules *rules, const struct flickemup_state *state, int object,
                     struct flip_text *why);
void flickemup_put_aside(const struct flickemup_rules *rules, struct flickemup_state *state, int object, int building,
                         bool left);

/* teams.c */
/// The side that a seat plays for, by the options alone.
const char *flickemup_team(const struct flip_options *options, int seat);
/// The option `teams` into the rules, whose `seats` are known.
int flickemup_read_teams(struct flickemup_rules *rules, const char *value, struct flip_error *error);

/* rules.c */
int flickemup_prepare(void *rules, const void *edition, const struct flip_options *options, int seats,
                      struct flip_error *error);
void flickemup_start(const void *rules, void *state);
flip_set flickemup_turn(const void *rules, const void *state);
void flickemup_chances(const void *rules, const void *state, struct flip_chances *out);
void flickemup_apply(const void *rules, void *state, int seat, flip_move move);
uint32_t flickemup_phase(const void *rules, const void *state);
void flickemup_redeal(const void *rules, void *state, const void *before, int seat, struct flip_random *random);

/* moves.c */
int flickemup_moves(const void *rules, const void *state, int seat, flip_move *out, int cap);
/// The same move with its numbers open again.
flip_move flickemup_template(flip_move move);
int flickemup_ranges(const void *rules, const void *state, int seat, flip_move move,
                     struct flip_range out[FLIP_MAX_RANGES]);
flip_move flickemup_fill(const void *rules, const void *state, int seat, flip_move move, const int32_t *values);
bool flickemup_legal(const void *rules, const void *state, int seat, flip_move move, struct flip_error *why);
/// The seat that has to decide.
int flickemup_decides(const struct flickemup_rules *rules, const struct flickemup_state *state);

/* tokens.c */
bool flickemup_holds(const struct flickemup_figure *figure, int token);
void flickemup_pick_up(struct flickemup_figure *figure, int token);
void flickemup_put_down(struct flickemup_figure *figure, int token);
/// Everything a dead cowboy had.
void flickemup_inherit(const struct flickemup_rules *rules, struct flickemup_state *state, int figure);
void flickemup_token_move(const struct flickemup_rules *rules, struct flickemup_state *state, flip_move move);
int flickemup_token_moves(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move *out);

/* turn.c */
void flickemup_begin_turn(const struct flickemup_rules *rules, struct flickemup_state *state, int cowboy);
void flickemup_end_turn(const struct flickemup_rules *rules, struct flickemup_state *state);
/// After an action or a ruling: conditions, then on with the turn if there is something left to do.
void flickemup_go_on(const struct flickemup_rules *rules, struct flickemup_state *state);
/// Takes a hit point; `by`: who fired, or FLICKEMUP_NOBODY. Returns whether the figure is dead now.
bool flickemup_wound(const struct flickemup_rules *rules, struct flickemup_state *state, int figure, int by);
/// If the holder of the initiative is dead, it passes on; `by`: who fired, or FLICKEMUP_NOBODY.
void flickemup_initiative_after_death(struct flickemup_state *state, int by);
/// Can a witness be moved now?
bool flickemup_witness_may(const struct flickemup_rules *rules, const struct flickemup_state *state, int witness);

/* settle.c */
void flickemup_settle(const void *rules, void *state, const struct flip_outcome *outcome);

/* duel.c */
void flickemup_start_duel(const struct flickemup_rules *rules, struct flickemup_state *state, int entered, int defends);
void flickemup_settle_duel(const struct flickemup_rules *rules, struct flickemup_state *state,
                           const struct flip_outcome *outcome);
/// Who shoots now.
int flickemup_duellist(const struct flickemup_state *state);

/* blast.c */
void flickemup_explode(const struct flickemup_rules *rules, struct flickemup_state *state, int32_t x, int32_t y,
                       int by);

/* goals.c */
/// How far a condition has come: so many of those it asks for. It is true when all are done and something is asked.
struct flickemup_count {
    int done, of;
};
struct flickemup_count flickemup_count(const struct flickemup_rules *rules, const struct flickemup_state *state,
                                       int team, int test);
/// What a team has of that of which more is asked.
int flickemup_has(const struct flickemup_state *state, const struct flickemup_test *test, int team);
/// Is a condition of this team true?
bool flickemup_true(const struct flickemup_rules *rules, const struct flickemup_state *state, int team, int test);
/// Counts what `holds` counts, at a strike.
void flickemup_count_holds(const struct flickemup_rules *rules, struct flickemup_state *state);
/// Looks at the victory conditions; true if the game is over now.
bool flickemup_decide(const struct flickemup_rules *rules, struct flickemup_state *state, bool strike);
void flickemup_decide_at_12(const struct flickemup_rules *rules, struct flickemup_state *state);
int flickemup_team_hit_points(const struct flickemup_state *state, int team);
int flickemup_dead_of(const struct flickemup_state *state, int team);

/* score.c */
/// Counts the shot that has just been settled; `hit`: whom it hit where he `stood`, or -1.
void flickemup_count_shot(struct flickemup_state *state, int hit, const struct flip_pose *stood);
void flickemup_result(const void *rules, const void *state, struct flip_result *out);
void flickemup_breakdown(const void *rules, const void *state, int seat, struct flip_json *out);
void flickemup_result_fields(const void *rules, const void *state, struct flip_json *out);

/* ending.c: how a game has ended, in words */
void flickemup_ending(const void *rules, const void *state, const struct flip_names *names, struct flip_text *verdict,
                      struct flip_text *why);

/* words.c */
/// Where a flick starts; false: its numbers say that.
bool flickemup_starts_at(const struct flickemup_rules *rules, const struct flickemup_state *state, flip_move move,
                         struct flip_pose *from);
void flickemup_text(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
void flickemup_fields(const void *rules, const void *state, int seat, flip_move move, struct flip_json *out);
void flickemup_tell(const void *rules, const void *state, int seat, flip_move move, struct flip_text *out);
void flickemup_flick_fields(const void *rules, const void *state, struct flip_json *out);
void flickemup_piece(const void *rules, const void *state, int piece, struct flip_text *out);
int flickemup_piece_by_name(const void *rules, const void *state, const char *name);
void flickemup_degrees(int32_t angle, struct flip_text *out);

/* ruling.c */
/// The buildings as sentences call them.
extern const char *const flickemup_places[FLICKEMUP_BUILDINGS];
/// "a fence", "L2", "the Bank".
void flickemup_add_piece(struct flip_text *out, int piece);
void flickemup_say(const struct flickemup_rules *rules, const struct flickemup_verdict *verdict, struct flip_text *out);

/* upshot.c */
/// The ruling of an outcome, and what came of it besides.
void flickemup_ruling(const void *rules, const void *state, const struct flip_outcome *outcome, struct flip_text *out);
void flickemup_upshot(const void *rules, const void *state, int seat, flip_move move, const char (*names)[FLIP_NAME],
                      struct flip_text *out);

/* conditions.c */
extern const char *const flickemup_doors[FLICKEMUP_BUILDINGS];
/// "three sacks of gold"; "both witnesses", "two of L1, L2 and L3" (`min` 0: all who live); "L1 and L2".
void flickemup_add_tokens(struct flip_text *out, int token, int count);
void flickemup_add_figures(struct flip_text *out, flip_set figures, int min);
void flickemup_add_names(struct flip_text *out, flip_set figures);
/// What a team has more of: "more hit points"; and a condition as a task: "eliminate three outlaws".
void flickemup_add_more(struct flip_text *out, const struct flickemup_test *test);
void flickemup_add_test(struct flip_text *out, const struct flickemup_edition *edition, int index);
/// What a team must do to win, as a phrase without a subject; and what decides at 12, as a sentence without its full stop.
void flickemup_goals_of(const struct flickemup_edition *edition, int team, struct flip_text *out);
void flickemup_noon_of(const struct flickemup_edition *edition, struct flip_text *out);

/* progress.c: how far each side is */
/// A condition as far as it has come: "outlaws eliminated: 1 of 3".
void flickemup_add_progress(struct flip_text *out, const struct flickemup_rules *rules,
                            const struct flickemup_state *state, int team, int test);
/// What the clock would decide if it struck 12 now: "the lawmen would win: more hit points, 12 to 9".
void flickemup_add_noon_now(struct flip_text *out, const struct flickemup_rules *rules,
                            const struct flickemup_state *state);
/// The field `progress` of a view.
void flickemup_progress(const struct flickemup_rules *rules, const struct flickemup_state *state,
                        struct flip_json *out);

/* line.c: what a flick points at */
/// The first piece that something of that radius would meet, and after which way; FLICKEMUP_NOBODY: nothing on the table.
int flickemup_in_line(const struct flickemup_rules *rules, const struct flickemup_state *state,
                      const struct flip_pose *from, int32_t angle, int32_t radius, int except, int32_t *way);
/// The first piece but those of a set that something of that radius meets on the straight way to a point; FLICKEMUP_NOBODY: none.
int flickemup_first_between(const struct flickemup_state *state, const struct flip_pose *from, int32_t x, int32_t y,
                            int32_t radius, flip_set except);
/// The building whose door a disc would come into from the front within `way`; -1: none.
int flickemup_door_in_line(const struct flickemup_rules *rules, const struct flickemup_state *state,
                           const struct flip_pose *from, int32_t angle, int32_t way);

/* view.c */
void flickemup_view(const void *rules, const void *state, const void *before, int viewer, struct flip_json *out);

/* draw.c */
void flickemup_draw(const void *rules, const void *state, const void *before, int viewer, int seat,
                    struct flip_canvas *canvas);

/* read.c */
void flickemup_read(const void *rules, const void *state, const void *before, int viewer, int seat,
                    const flip_move *aim, struct flip_text *out);

/* learn.c */
extern const struct flip_game_learn flickemup_learn;
