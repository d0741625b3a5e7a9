/*
 * The tables in play: the rooms in memory, what people and bots do at them, how they are kept, and how several servers of a cluster
 * share them. room.h has what a room consists of.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_ROOMS_H
#define FLIPSIDE_SERVER_ROOMS_ROOMS_H

#include "server/loop/loop.h"
#include "server/net/net.h"
#include "server/people/people.h"
#include "server/rooms/room.h"
#include "store/store.h"
#include "table/lesson.h"

#include <flipside/bot.h>
#include <flipside/error.h>
#include <flipside/json.h>
#include <flipside/table.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fetch;
struct reader;
struct sleeping_watch;
struct table_ids;
struct work;

/*
 * Rooms of several servers. The store has the truth; a room in memory is a copy of it with a version. Whoever changes a
 * room *claims* it first: an optimistic lock until the commit. It fails if another server has changed the room since, or
 * is changing it; then the room is fetched again and the request is judged anew. The server that claimed a room last
 * holds its *lease*: it asks the bots, until it dies or another server claims the room. The others are notified of each
 * change and fetch the rooms that they have.
 *
 * With a store of its own, a server gets every claim and no notifications.
 */

/// Claims the room until the commit. 1: the room may be changed, 0: it has to be fetched again (fetch_again), -1: a
/// failure.
int room_claim(struct rooms *rooms, struct room *room, struct flip_error *error);
/// The same, but waits for a server that is changing the room.
int room_claim_waiting(struct rooms *rooms, struct room *room, struct flip_error *error);
/// The same where the room has been changed in memory already: without the claim everything returns to what is durable.
int room_must_claim(struct rooms *rooms, struct room *room, struct flip_error *error);
/// Does this server hold the lease on the room? Then it asks the bots.
bool room_leased_here(const struct rooms *rooms, const struct room *room);

/* Clocks at tables: how long decisions may take. */

/// Reads the `clock` of a request for a table; NULL or null: none.
int clock_read(struct clock *clock, const json_t *spec, struct flip_error *error);
/// Sets all clocks to their state before the first decision.
void clock_set(struct room *room);
/// Starts and stops the clocks for the current turn; `phase_over`: the decisions so far are now known to everyone.
void clock_follow(struct room *room, bool phase_over);
/// Does a clock in this head claim to have started in the future?
bool clock_ahead(const char *head, int64_t now);
/// When the next clock runs out; 0: none runs.
int64_t room_deadline(const struct room *room);

/// `clock` of a table and of a seat.
void write_clock(struct flip_json *json, const struct room *room);
void write_seat_clock(struct flip_json *json, const struct room *room, int seat);

/* Deadlines: what happens when a clock runs out, and when the person is back. */

/// The person of these seats is back: bots that play for them stop.
int clock_back(struct rooms *rooms, struct room *room, flip_set seats, struct flip_error *error);
/// Handles clocks that have run out; called once per turn of the loop.
void clocks_run(struct rooms *rooms);

/*
 * How the deal of a table is drawn so that it is nobody's choice (flipside/draw.h). A table has a secret and shows a
 * commitment to it before any client sends its bytes. The bytes come with the requests that seat somebody: a table that
 * waits shows its commitment; whoever makes a table first asks for a *ticket*, the id of the new table with the
 * commitment to its secret; and a finished table shows the commitment of its rematch. A client that sends no bytes adds
 * none, and nobody waits for them.
 *
 * Tickets are not stored: the secret follows from the server's. A ticket is good for one table, since ids are unique,
 * for one person, and for an hour.
 */

enum { TICKET_SIZE = STORE_TICKET, MARK_SIZE = 65 };

/// A fresh ticket for a table that this person is about to make.
void ticket_make(const struct rooms *rooms, const char *person, char ticket[TICKET_SIZE],
                 char commitment[FLIP_HEX_SIZE]);
/// Can a table still be made with it?
bool ticket_good(const struct rooms *rooms, const char *ticket, const char *person);
/// Reads the `bytes` of a request; none is no error.
int share_read(const json_t *body, struct flip_share *share, struct flip_error *error);
/// Reads `ticket` and `bytes` of a request for a new table: its id and secret. Bytes without a ticket are refused,
/// since the server would know them before it commits.
int room_take_ticket(struct rooms *rooms, struct room *room, const json_t *body, const char *person,
                     struct flip_share *share, struct flip_error *error);
/// Refuses an id that a table has already.
int room_check_id(struct rooms *rooms, const char *id, struct flip_error *error);
/// Adds the share to that person's seats.
void room_share(struct room *room, const char *person, const struct flip_share *share);
/// Before the first card: computes the seed from the secret and the seats' shares.
void room_draw(struct room *room);
/// Computes the commitment once, for all snapshots of a game whose seed is drawn.
void room_commit(struct room *room);
/// Writes `"commitment"`, `"seed"`, `"next"` and `"deal"` of a table; the secret only when the game is over.
void write_deal(struct flip_json *json, const struct room *room);
/// Does its record carry this server's mark? Only where it drew the seed itself, when the game is over.
bool room_marked(const struct room *room);
/// The mark: only the server that dealt with this seed can write it.
void deal_mark(const unsigned char secret[STORE_SECRET_BYTES], const unsigned char seed[FLIP_SEED_BYTES],
               char mark[MARK_SIZE]);

/*
 * The order in which games end, which ratings follow from: one game at a time, at all servers that share a store. If
 * another server is at it, nobody waits: the game is over, its id is noted, and a retry derives its results as soon as
 * the other has committed. If this server dies before, whoever takes over its notes does it.
 */

/// Derives the results of a finished, saved game, now or later.
int end_game(struct rooms *rooms, struct room *room, struct flip_error *error);
/// There may be noted games, from before or from another server.
void deferred_results_check(struct rooms *rooms);
/// Is a retry due?
bool deferred_results_due(const struct rooms *rooms);
void deferred_results_run(struct rooms *rooms);

/* Deleting a person with all data; in games with others, "a former player" remains. */

/// Removes the person at once and the data in slices; then answers the request with that ticket (0: none).
int person_erase(struct rooms *rooms, const char *id, uint64_t ticket, struct flip_error *error);
/// Resumes deletions that were cut short.
int erase_resume(struct rooms *rooms, struct flip_error *error);

/* Who played a seat: a bot plays for somebody who leaves, until they are back. */

/// Did this event give the seat another player?
bool notice_changes_player(const struct notice *notice, int seat);
/// The name of that player: the person of the notice, or the bot in their place.
void player_name(const struct notice *notice, bool bot, char *out, size_t size);

/* What the owner of a waiting table does: bots on free seats, invitations, other terms, an early start. */

/// Puts a bot on a free seat or in another bot's place; and frees a bot's seat.
int room_put_bot(struct rooms *rooms, struct room *room, const char *person, int seat, int level,
                 struct flip_error *error);
int room_remove_bot(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
/// Starts without the seats that are still free, if the game allows so few.
int room_start(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);
/// Replaces the table's link, or removes it; the old one is no longer valid.
int room_link(struct rooms *rooms, struct room *room, const char *person, bool on, struct flip_error *error);
/// Keeps a free seat for an invited person; and gives it up.
int room_reserve(struct rooms *rooms, struct room *room, const char *person, int seat, const char *friend,
                 struct flip_error *error);
int room_unreserve(struct rooms *rooms, struct room *room, const char *friend, struct flip_error *error);
/// Removes somebody from a seat.
int room_remove(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
/// Makes the person in that seat the owner.
int room_hand_over(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
/// Changes the terms: `clock`, `options`, `rated`, and the number of `seats`.
int room_change(struct rooms *rooms, struct room *room, const char *person, const json_t *spec,
                struct flip_error *error);

/* Is everybody ready (ready.c; saying so and starting: hosting.c)? A full table with a live clock may wait until everybody
   has said so. */

/// Is the pace of minutes, not days?
bool clock_is_live(const struct clock *clock);
bool room_is_full(const struct room *room);
/// This person has just sat down or changed the table, so they are ready; all others are asked.
void room_ask_ready(struct room *room, const char *person);
/// The seats for which a full table waits.
flip_set room_not_ready(struct rooms *rooms, const struct room *room);
/// The person is ready; starts the game if everybody is.
int room_ready(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);
/// Starts the game if everybody is ready by now.
int room_look_ready(struct rooms *rooms, struct room *room, struct flip_error *error);

/// Mutes a spectator for everybody at the table, or no longer.
int room_mute(struct rooms *rooms, struct room *room, const char *person, const char *muted, bool on,
              struct flip_error *error);

/* A question for a bot, handed to the workers: what to do, or (learning/advice.c) whether a move was good. */

/// Made by job_new, given to workers_submit, returned by workers_poll, freed by its task.free.
struct job {
    struct task task;
    struct flip_position at; /* a copy, with its own rules */
    void *rules;             /* those */
    int seat;
    struct flip_think_def def;
    uint64_t ticket; /* of the question: is the answer still wanted? */
    uint64_t link;   /* who asked for a hint; 0: a bot's own move */
    int64_t number;  /* of the message that asked */
    char table[STORE_ID];
    int64_t due;      /* not before then: somebody's stand-in takes the time that people take */
    bool judge;       /* the question is about a move that was made */
    flip_move judged; /* that move */
    void *happened;   /* a flick: the state that it led to; NULL: nobody knows */
    struct flip_error error;
    int status;
    struct flip_thought thought;
    char then[256], then_tell[256];  /* a hint: the next step of the same turn, in notation and in words; or empty */
    struct flip_judgement judgement; /* of `judged` */
    char address[ADDRESS_SIZE];      /* that is charged for it, or empty */
    double paid;                     /* ms that were charged in advance */
};

/// What should this seat do in a current or past position of a table? NULL: out of memory.
struct job *job_new(const struct flip_position *position, int seat, const struct flip_think_def *def);

/*
 * Knowledge: what a seat knows of its game, for a client that thinks itself: set-up and state, in which everything the
 * seat cannot know was dealt again. The state is this program's memory; `layout` says how it is laid out, and a program
 * with another layout cannot read it.
 */

/// The same in programs that lay out states in the same way.
extern const char knowledge_layout[];

/// Does the seat have to decide, and may it be helped?
bool knowledge_offered(const struct room *room, int seat);
/// Writes it as `knowledge` into an open object. The unknown is dealt anew each time.
void write_knowledge(struct flip_json *json, const struct flip_table *table, int seat);
/// The table as the seat knows it. NULL: written by another version of the program, or not valid.
struct flip_table *knowledge_read(const json_t *knowledge, struct flip_error *error);

/* The public tables. */

/// The ids on that page of the list, counted from 0, and the number of pages; not all tables may be in memory.
int lobby_tables(struct rooms *rooms, int page, struct table_ids *out, int *pages, struct flip_error *error);

/*
 * Quick match: somebody asks for an opponent at a game and a pace, and is paired with somebody of about the same rating
 * who asks for the same. The longer one waits, the further the ratings may be apart. A search belongs to a connection
 * and ends with it; the table is durable before anybody hears of it.
 *
 * In a cluster each server writes down its searches (store.h) and pairs its own with the others'. Of two that fit, the
 * server of the one with the smaller id makes the table. Before that it takes both, which only one server can do, and
 * neither if a server has died. The other server finds the table beside its own search.
 */

/// Begins a search, or begins anew. `pace` is "quick", "steady" or "days"; `body` may have `ticket` and `bytes`.
int seek_begin(struct rooms *rooms, struct client *client, const struct flip_game *game, const char *pace,
               const json_t *body, struct flip_error *error);
/// The client has gone, or was told of the table.
void seek_end(struct rooms *rooms, struct client *client);
/// Stops a search. If another server has made a table already, the client is told soon.
int seek_stop(struct rooms *rooms, struct client *client, struct flip_error *error);
/// Pairs searches that fit; called once per turn of the loop, before the commit.
void seeks_pair(struct rooms *rooms);
/// Tells pairs of their tables, and the others how it stands; after the commit.
void seeks_tell(struct rooms *rooms);
/// The tables made since the last commit were rolled back: the searches go on.
void seeks_forget_tables(struct rooms *rooms);
/// What was written down for other servers may be lost.
void seeks_write_again(struct rooms *rooms);

/*
 * Catching up with what another server has played at a table in memory. A worker reads only the newer steps and the
 * loop makes them. Where that is impossible (an undo, a new player, a lesson), the whole table is read and replayed.
 *
 * The steps in memory are a prefix of the stored ones if the last of them is stored at the same place: a step repeated
 * after an undo has another time.
 */

struct catch_up {
    int had;         /* so many steps are in memory; 0: nothing that could be used */
    int64_t version; /* of that */
    char *last;      /* the last of them, as it is kept */
    json_t *steps;   /* the texts of those that came after; NULL: the room was replayed */
};

/// On the loop, before a worker reads: notes what is in memory. `live` may be NULL.
void catch_up_ask(struct catch_up *behind, const struct room *live);
/// On the loop: moves the game from the room in memory into the one that was read and makes the newer steps. -1:
/// impossible, the room has to be read once more.
int catch_up_follow(struct room *live, struct room *fresh, struct catch_up *behind);
void catch_up_free(struct catch_up *behind);

/* Standing offers, and what becomes of them when the table changes. Making and answering them is in agree.c. */

/// The standing offer with that notice; NULL: none.
struct offer *offer_numbered(struct room *room, int notice, enum offer_kind *kind);
/// The seats that have to agree.
int offer_needs(struct rooms *rooms, const struct room *room, enum offer_kind kind, flip_set *out,
                struct flip_error *error);
/// Has that person been away for so long that the others may decide without them?
bool seat_long_gone(const struct room *room, int seat);
/// The game is over: no offer stands any more.
void offers_clear(struct room *room);
/// Seats have new players: an offer to end the game is settled among those who are left, the others lapse.
int offers_follow_seats(struct rooms *rooms, struct room *room, struct flip_error *error);
/// The seat has moved or undone a move: its offer to take back the move before lapses.
int offers_follow_move(struct rooms *rooms, struct room *room, int seat, struct flip_error *error);
/// A spectator who had asked for a seat is deleted.
void offers_forget(struct room *room, const char *person);
/// `"offers":[…]`.
void write_offers(struct flip_json *json, const struct room *room);

/*
 * Agreeing: to end the game, to take back a move, to play again, to allow help at a rated table, to give a spectator a
 * seat. An offer is made, everybody concerned answers, and once all have agreed it is carried out.
 */

/// The outcome of an offer or an answer.
struct agreement {
    int offer;          /* its number, while it stands; -1: it is settled */
    struct room *again; /* the rematch that has begun, or NULL */
};

/* `share`: the client's bytes for the draw of a rematch, or of the table it asks for a seat at. */

int room_offer(struct rooms *rooms, struct room *room, const struct store_person *person, enum offer_kind kind,
               const struct flip_share *share, struct agreement *out, struct flip_error *error);
int room_answer(struct rooms *rooms, struct room *room, const struct store_person *person, int offer, bool accept,
                const struct flip_share *share, struct agreement *out, struct flip_error *error);
/// For older clients: makes the offer, or answers the one that stands.
int room_agree(struct rooms *rooms, struct room *room, const struct store_person *person, enum offer_kind kind,
               bool agree, const struct flip_share *share, struct agreement *out, struct flip_error *error);

/* The cluster: follows what other servers do, and takes over from those that died. */

/// Called once per turn of the loop.
void cluster_follow(struct rooms *rooms);

/*
 * The reading worker's data: a connection to the store and a cache of the games it replayed last, since stepping
 * through a replay asks for the same game again and again. Only one thread uses it.
 */

/// A stored game. It belongs to the reader and is valid until the next one is asked for.
struct cached_game {
    char id[STORE_ID];
    uint64_t mark, used;
    struct room *room;
    char *story; /* what a replay says about it, the same for everyone; NULL: not written yet */
};

struct reader *reader_open(const char *path, struct flip_error *error);
void reader_close(struct reader *reader);
struct store *reader_store(struct reader *reader);
/// NULL: there is none, it cannot be replayed, or the store failed.
struct cached_game *reader_game(struct reader *reader, const char *id, struct flip_error *error);

/// A hash that changes with the stored data of a room. 1: found; 0: there is no such table.
int table_mark(struct store *store, const char *id, uint64_t *mark, struct flip_error *error);

/* Bots at tables: asked when it is their turn; they start to think after the commit. */

/// Asks every bot that has to decide.
void room_ask_bots(struct rooms *rooms, struct room *room);
/// Starts them thinking, after the commit.
void bots_send(struct rooms *rooms);
/// Frees questions that were not sent.
void bots_drop(struct rooms *rooms);

/* Chat at a table. */

/// The text without leading blanks; NULL: it cannot be sent.
const char *chat_text(const char *text, struct flip_error *error);
/// `team`: only for the side of `seat`, or of the speaker's first seat if it is -1.
int room_chat(struct rooms *rooms, struct room *room, const struct store_person *person, const char *text, bool team,
              int seat, struct flip_error *error);
/// May that person read this line?
bool room_hears(const struct room *room, const char *person, const struct chat *chat);

/* Flicks: how many there were; the most recent ones are cached as they were shown. */

/// The number of flicks after this many steps.
int room_flicks(const struct room *room, int steps);

/* Saving a new table whose game already has many steps: a fork or an imported record. */

/// Takes ownership of a room that a worker has made, saves it in slices, and answers the request with it.
int room_save_new(struct request *request, struct room *room, const struct store_person *person,
                  struct flip_error *error);
/// At the start: deletes rooms that were only partly saved.
int rooms_delete_half_saved(struct rooms *rooms, struct flip_error *error);

/*
 * Lessons as rooms (table/lesson.h says what a lesson is). A person has one table per lesson and can leave and resume
 * it like any other; starting again resets it.
 */

/// The lesson of that number, with a custom edition (NULL: the classic). NULL: there is none, or the edition differs
/// too much.
json_t *lesson_find(const struct flip_game *game, int number, const struct flip_edition *own, struct flip_error *error);
/// Gives a room that was just loaded its lesson and the cards still to come.
int lesson_resume(struct store *store, struct room *room, struct flip_error *error);
/// Is every step done? False for a room that is not a lesson.
bool lesson_gone_through(const struct room *room);
/// The expected step (flip_lesson_step).
const json_t *lesson_now(const struct room *room, int *place, int *done);
/// Writes the object `lesson` of a snapshot, and one of its texts.
void lesson_write(struct flip_json *json, const struct room *room);
void lesson_text(struct flip_json *json, const char *key, const json_t *value);

/* The log of a room: what happened, and who may see which line. */

/// Brings the log up to date with the table; `anew` after an undo.
int room_follow(struct room *room, bool anew, struct flip_error *error);
void room_clear_log(struct room *room);
/// The log entries a viewer may see: their indexes in `out` (log_count of them at most; or NULL). Returns how many.
int room_visible(const struct room *room, int viewer, int *out);
/// The bot that moved for somebody whose time was up ("bot 3"), in a seat that still has that person's name. NULL:
/// none.
const char *room_stand_in(const struct room *room, const struct log_entry *entry);
/// How many there are: the `steps` of a snapshot.
int room_steps_for(const struct room *room, int viewer);

/* Creating tables: on request, for a daily challenge, as a rematch, or for a game that was set up elsewhere. */

struct room *room_make(struct rooms *rooms, const struct store_person *person, const json_t *spec,
                       struct flip_error *error);
/// A table with everybody seated, such as a tournament's: it starts at once, and nobody's limit counts. `spec` is the
/// set-up without seats; its bots are charged to `payer`.
struct room *room_make_seated(struct rooms *rooms, const json_t *spec, const struct seat *seats, int count,
                              const char *payer, struct flip_error *error);
/// Would such a table of so many seats do? It needs a clock.
int room_check_setup(struct rooms *rooms, const json_t *spec, int seats, struct flip_error *error);
/// Who plays the cards of a day: a person, or a bot of that level for comparison.
struct daily_player {
    const struct store_person *person; /* NULL: a bot */
    int level;
    bool cards_known; /* somebody else has started it on that device before */
    bool archive;     /* the day is over, and nothing counts */
};

/// A try at a day's challenge: one person or bot, and bots in the other seats the game needs.
struct room *room_make_daily(struct rooms *rooms, const struct daily_player *player, const struct flip_game *game,
                             const char *day, const unsigned char seed[FLIP_SEED_BYTES], struct flip_error *error);
/// The same table again for all who have agreed (agree.c), asked for by `person`.
struct room *room_rematch(struct rooms *rooms, struct room *room, const struct store_person *person,
                          struct flip_error *error);
/// Sets those options and keeps the others.
int room_take_options(struct room *room, const json_t *options, struct flip_error *error);
/// Would the game accept this room's set-up?
int room_try_out(struct rooms *rooms, struct room *room, struct flip_error *error);
/// May this person have another table?
int room_check_limit(struct rooms *rooms, const char *person, struct flip_error *error);
/// An empty room that the server does not hold yet; and discards one, also from the list of dirty rooms.
struct room *room_new(struct rooms *rooms, enum room_kind kind, struct flip_error *error);
void room_abandon(struct rooms *rooms, struct room *room);
/// A custom edition from an earlier request, by hash; to be freed. NULL: it is not stored.
struct flip_edition *edition_stored(struct store *store, const struct flip_game *game, const char *hash,
                                    struct flip_error *error);
/// Saves a room whose table the caller has set up: edition, steps, head, who sits there.
int room_begin(struct rooms *rooms, struct room *room, struct flip_error *error);
/// The rest of room_begin once the steps are written.
int room_save_seats(struct rooms *rooms, struct room *room, struct flip_error *error);
/// Gives bots without a name one of the game's names, each a different one.
void room_name_bots(struct room *room);
/// Do two players belong to one person: somebody and their program, or two of their programs? Such a game is not rated.
int room_has_own_programs(struct store *store, const struct room *room, bool *out, struct flip_error *error);
/// Saves a room whose seats have changed, and starts the game once no seat is free.
int room_seats_changed(struct rooms *rooms, struct room *room, struct flip_error *error);

/* Playing at a table: moves by people and bots, undo, help. */

/// A person's move. At a lesson's table, lesson_act continues (learning/learning.h).
int room_act(struct rooms *rooms, struct room *room, const char *person, int seat, const char *text, int at,
             struct flip_error *error);
/// Makes a legal move in table, log and store.
int room_take_move(struct rooms *rooms, struct room *room, int seat, flip_move move, int by, struct flip_error *error);
int room_undo(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
/// Notes that this seat took help; refused at a daily challenge, and at a rated table unless everyone has agreed.
int room_help(struct rooms *rooms, struct room *room, int seat, struct flip_error *error);
/// Makes the move that a bot has chosen.
void room_bot_acts(struct rooms *rooms, struct room *room, const struct job *job);

/* Sitting down and getting up. */

/// `key` is the seat's invitation or the table's link; with the link `seat` may be -1, for any free one.
int room_sit(struct rooms *rooms, struct room *room, const struct store_person *person, int seat, const char *key,
             const struct flip_share *share, struct flip_error *error);
/// Compares keys of invitations in constant time; an empty one opens nothing.
bool key_fits(const char *key, const char *own);
/// The first free seat that is kept for nobody; -1: there is none.
int room_seat_by_link(const struct room *room);
/// Frees the seat; its invitation is valid again.
void seat_free(struct seat *seat);
/// May this person sit with those who sit here already?
int room_check_seat_for(struct rooms *rooms, const struct room *room, const struct store_person *person,
                        struct flip_error *error);
/// Gives a free seat to the person, without an invitation. `share`: their bytes for the draw.
int room_seat(struct rooms *rooms, struct room *room, const struct store_person *person, int seat,
              const struct flip_share *share, struct flip_error *error);
int room_leave(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);
/// Votes for a bot in the seat of somebody who has been away for long.
int room_replace(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);

/// The seat that a vote gave to a bot and that this person may take back; -1: none.
int room_seat_to_take_back(const struct room *room, const char *person);
/// Takes it back.
int room_return(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);

/// What tables do when somebody arrives, leaves or is renamed.
extern const struct presence_hooks room_presence_hooks;

/* A room in the store: its head, its steps, its chat. */

/// Saves the table without its steps.
int room_save_status(struct store *store, const struct room *room, struct flip_error *error);
/// The same, and marks the room for everyone watching.
int room_save_head(struct rooms *rooms, struct room *room, struct flip_error *error);
/// Saves the log's entries `from` … `to` as steps.
int room_save_steps(struct rooms *rooms, const struct room *room, int from, int to, struct flip_error *error);
/// One step as it is stored, to be freed. NULL: out of memory.
char *room_step_text(const struct room *room, int index);
int room_append_chat(struct room *room, const struct store_chat *chat);
/// Loads the room without its game, enough to change its head. Returns as room_load does.
int room_load_head(struct store *store, const char *id, struct room **out, struct flip_error *error);
/// Loads its notices and chat.
int room_load_talk(struct store *store, struct room *room, struct flip_error *error);
/// Writes commitment, seed and how it was drawn into a record of the room's game.
void room_put_deal(const struct room *room, json_t *record);
/// The record as stored, with the seed.
json_t *room_stored_record(struct store *store, const struct room *room, struct flip_error *error);
/// 1: `out` is the stored room; 0: there is none; -1: the store failed, or the record is damaged.
int room_load(struct store *store, const char *id, struct room **out, struct flip_error *error);

/* Reading a room together with its version, where several servers share the store (room_claim). */

/// The same with the room's version, if the store is shared. `behind`: what is in memory is not read again; NULL:
/// nothing is.
int room_load_shared(struct store *store, bool shared, const char *id, struct catch_up *behind, struct room **out,
                     struct flip_error *error);

/* The rooms that are in memory: a room is loaded when somebody asks for it, and dropped when nobody has for a while. */

enum {
    ROOM_BUCKETS = 4096,
    SEAT_INDEX_BUCKETS = 4096,
    SLEEPING_BUCKETS = 4096,
    LOBBY_TABLES = 100 /* the most tables in a list */
};

/// What is printed: the part of a view that never changes in a game (a sheet, a map, cards), as JSON: the members that
/// a view without it lacks. A client that asks for snapshots without it fetches it once, by its fingerprint, and may
/// cache it for ever.
struct printed {
    char fingerprint[PRINTED_SIZE]; /* empty: none */
    char *text;                     /* owned */
    struct shared_rules *rules;     /* of the last table that had it; all tables with these rules have it */
};

enum { PRINTED_KEPT = 64 }; /* so many are remembered, the newest */

struct rooms {
    struct server *server; /* and its parts that are used here: */
    struct loop *loop;
    struct people *people;
    struct room *bucket[ROOM_BUCKETS];
    struct sleeping_watch *sleeping[SLEEPING_BUCKETS]; /* on finished tables that are not in memory, by table */
    struct seat_entry *seat_index[SEAT_INDEX_BUCKETS];
    int count;
    struct printed printed[PRINTED_KEPT];
    int printed_next;
    struct room *dirty, **dirty_last; /* rooms whose watchers have to be updated, in the order of what happened */
    bool lobby_dirty;                 /* the list of tables has changed */
    bool here_dirty;                  /* who is here has changed, or scores, or spectators: told less often */
    int seeking;                      /* who look for an opponent */
    bool seeks_changed;               /* somebody began to look for an opponent */
    int64_t seeks_next;               /* when to look again who fits */
    bool seeks_gone;                  /* some may still be written down for other servers */
    uint64_t tables_seeded;           /* for --test-seed */
    int64_t last_finished;            /* so that no two games end at the same time */
    bool deferred_results_due;        /* there may be games that have ended without their results: deferred_results.c */
    int64_t deferred_results_next;    /* when to look for them again */
    int64_t cluster_looked;           /* when other servers were last looked for */
    bool clocks_dirty;
    int64_t clock_next;
    struct id_list resuming; /* tables whose bots have to go on after a restart */
    bool resume_fetching;
    struct workers *bots;                       /* for bots' thoughts */
    struct task *bots_asked, **bots_asked_last; /* they start to think after the commit */
    struct workers *workers;                    /* replays, exports: work.c */
    struct reader *reader;                      /* theirs */
    struct work *work_asked;                    /* given to them after the commit */
    struct fetch *fetches;                      /* tables that messages wait for: fetch.c */
    /// Called for each finished game, in the order of `finished`.
    int (*game_over)(struct server *server, struct room *room, int64_t finished, struct flip_error *error);
};

/// Makes what is printed at this table available for fetching; true: room->printed is its fingerprint.
bool printed_offer(struct rooms *rooms, struct room *room);
/// NULL: not known here.
const char *printed_text(const struct rooms *rooms, const char *fingerprint);
void printed_free(struct rooms *rooms);

/// The room; loaded from the store and replayed, on the loop, if it is not in memory. NULL with the error. Where a replay
/// may take long, fetch_for_request and fetch_for_message let a worker do it.
struct room *room_find(struct rooms *rooms, const char *id, struct flip_error *error);
/// The room with that id, if it is in memory.
struct room *room_in_memory(const struct rooms *rooms, const char *id);
/// Adds a room that was just created or loaded; and one that a worker has loaded.
void room_insert(struct rooms *rooms, struct room *room);
void room_insert_loaded(struct rooms *rooms, struct room *room);
/// Removes a room that no longer exists, along with its watchers.
void room_remove_from_memory(struct rooms *rooms, struct room *room);
/// Drops the rooms that nobody is watching, and finished ones in any case; or all of them.
void rooms_sweep(struct rooms *rooms, bool all);
/// Indexes who sits here.
void room_index_seats(struct rooms *rooms, struct room *room);
/// Updates who is online; called when a connection opens or closes.
void room_presence(struct rooms *rooms, struct room *room);
/// An outage was nobody's fault: as after a restart, everyone has at least a minute.
void rooms_give_grace(struct rooms *rooms);

/* Rooms that another server has changed (room_claim). */

/// For a request, which cannot wait: the current room, claimed. NULL: there is no such table, or it is busy.
struct room *room_find_claimed(struct rooms *rooms, const char *id, struct flip_error *error);
/// Replaces a room by what was read anew, for everyone who watches it.
void room_swap(struct rooms *rooms, struct room *old, struct room *fresh);

/* Answers that describe tables. */

/// {"table":TABLE}, as `person` may know it.
int reply_table(struct request *request, const struct room *room, const char *person);
/// {"tables":[TABLE…]}
void reply_tables(struct request *request, struct room *const *rooms, int count, const char *person);

/* Bots that go on thinking after a restart. */

/// Queues their tables.
int bots_queue_resume(struct rooms *rooms, struct flip_error *error);
/// Resumes a few of them; called once per turn of the loop.
void bots_resume_some(struct rooms *rooms);

/*
 * Long work for requests: replays, exports, imports. The request stays open while a worker does it, and the address
 * that asked is charged for it.
 *
 * A worker never touches the server's rooms or its connection to the store: it has a read-only connection and rooms of
 * its own (struct reader). Work is handed over after the commit, so that the worker sees everything the client was
 * told.
 */

/// The first member of each kind of work.
struct work {
    struct task task;
    struct work *next;
    struct reader *reader;
    uint64_t ticket;            /* of the request that waits */
    char address[ADDRESS_SIZE]; /* that is charged */
    char person[STORE_ID];      /* who asked, or empty */
    double paid;                /* ms that were charged in advance */
    /// Runs on the worker's thread: 0, or -1 with the error.
    int (*run)(struct work *work, struct flip_error *error);
    /// Runs on the loop, if the request is still waiting; NULL: `out` is the answer.
    int (*then)(struct request *request, struct work *work, struct flip_error *error);
    /// On the loop, of work that no request waits for (then `ticket` is 0).
    void (*done)(struct rooms *rooms, struct work *work);
    /// Frees what the work holds besides itself and `out`; NULL: nothing.
    void (*release)(struct work *work);
    int status;
    struct flip_error error;
    char broken[STORE_ID]; /* the table that cannot be opened, if that is the error */
    char *out;             /* owned; OUT_PRE bytes come before the text */
    size_t length;
    const char *file; /* the browser saves the answer under this name */
};

/// New work for a request: `size` bytes that begin with a struct work, expected to cost `cost` ms. NULL: the address
/// has used too much already, or out of memory.
void *work_new(struct request *request, size_t size, double cost, enum work_for purpose, struct flip_error *error);
/// New work without a request. The visitor pays; NULL: it is for the server itself.
void *work_new_for(struct rooms *rooms, const struct store_person *person, struct visitor *visitor, size_t size,
                   double cost, struct flip_error *error);
/// Queues it; work->done is called later.
void work_submit(struct rooms *rooms, struct work *work);
/// Queues work for a request, which is answered later. Returns 0.
int work_start_for(struct request *request, struct work *work);
/// Frees work that was not queued.
void work_drop(struct work *work);

/// Handles what the worker has finished; called once per turn of the loop, before the commit.
void work_take(struct rooms *rooms);
/// Hands the queued work to the worker; called after the commit.
void work_send(struct rooms *rooms);
int work_start(struct rooms *rooms, void (*wake)(void *context), struct flip_error *error);
void work_stop(struct rooms *rooms);

/// Writes a text of any length as work->out: `write` is called again if the first guess was too small.
typedef void work_writer(struct flip_json *json, void *context);
int work_write(struct work *work, size_t guess, work_writer *write, void *context, struct flip_error *error);

/* Watches: a connection that follows a room. */

enum { SPECTATORS_LISTED = 50 };

/// What a client does not need in snapshots.
enum snapshot_without {
    WITHOUT_PRINTED = 1,  /* what is printed, which it has (rooms.h) */
    WITHOUT_SENTENCES = 2 /* everything of an action but its notation */
};

/// How somebody wants to look at a table.
struct watch_options {
    int seat;         /* asked for; -1: the viewer's first seat, or a spectator's view */
    unsigned without; /* what snapshots leave out: enum snapshot_without */
    bool knowledge;   /* the client thinks itself, so it is told what the seat knows (knowledge.c) */
    bool asks_ready;  /* the client asks its person whether they are ready (ready.c) */
};

/// A connection's watch on a room.
struct watch {
    struct watch *next_in_room, *next_in_link;
    struct client *link;
    struct room *room;
    struct watch_options options;
    uint32_t *sent; /* checks of the log entries the client has */
    int sent_count, sent_room;
    int resumes; /* after a sleep: the client has so many entries, but `sent` does not say so yet */
    int chat_sent, notices_sent;
    bool begun;                     /* the client has its first snapshot, with the end of the chat */
    char (*muted)[STORE_ID];        /* whose chat is hidden */
    int muted_count, muted_for_all; /* the first ones are muted by the table's owner, for everybody */
    uint64_t last;                  /* hash of the last snapshot, so that nothing is sent twice */
    bool behind;                    /* the client reads slowly: the next snapshot waits until it has read */
    bool too_large;                 /* the last snapshot does not fit; the client was told so */
};

/// A table that a connection was watching before a rollback.
struct lost_watch {
    struct lost_watch *next;
    char table[STORE_ID];
    struct watch_options options;
};

/// A watch on a finished table that is no longer in memory. It resumes when somebody brings the table back.
struct sleeping_watch {
    struct sleeping_watch *next_in_link;
    struct sleeping_watch *next, **at; /* in its bucket */
    struct client *link;
    char table[STORE_ID];
    struct watch_options options;
    bool begun;
    int sent_count, chat_sent, notices_sent; /* what the client has */
    uint64_t last;
};

/// NULL: it is not watching that room.
struct watch *watch_of(struct client *link, const struct room *room);
/// NULL: it is watching too many.
struct watch *watch_add(struct client *link, struct room *room);
void unwatch(struct watch *watch);
/// The number of spectators, and, unless NULL, a watch of each of the first ones. Beyond SPECTATORS_LISTED every
/// connection counts.
int spectators_of(const struct room *room, const struct watch *out[SPECTATORS_LISTED]);
/// Ends all watches of a connection but remembers them: watch_lost (routes/table_messages.c) restores them.
void watches_lose(struct client *link);
void watches_forget_lost(struct client *link);
/// Suspends everyone's watch on a room before it is dropped. Whoever there is no memory for is disconnected.
void watches_sleep(struct rooms *rooms, struct room *room);
/// Resumes the watches on a room that is back in memory.
void watches_wake(struct rooms *rooms, struct room *room);
/// Does anybody's suspended watch wait for that table?
bool watches_asleep(const struct rooms *rooms, const char *table);
/// Forgets a connection's suspended watches: on that table, or on all (NULL).
void watches_forget_sleeping(struct client *link, const char *table);
/// Reads whose chat this person hides at the watched table.
int watch_read_mutes(struct rooms *rooms, struct watch *watch, struct flip_error *error);

/* What clients are shown of a table. */

/// The part of a snapshot that all spectators of a room share, written once.
struct shared_snapshot {
    char *text; /* NULL: not written yet; to be freed */
    size_t length;
    uint64_t hash;
    unsigned without; /* of those who get it */
};

/// TABLE of docs/api.md as `person` may know it. A worker has no server (NULL), and room->online instead.
void write_table(struct flip_json *json, const char *key, const struct rooms *rooms, const struct room *room,
                 const char *person);
/// `"tables":[…]`: as many as fit before the text is so long. False: not all of them.
bool write_tables(struct flip_json *json, const struct rooms *rooms, struct room *const *list, int count,
                  const char *person, size_t most);
/// The options of a game by name.
void write_options(struct flip_json *json, const struct flip_game *game, const struct flip_options *options);
/// The moves that the seat may make, each with what it would gain at once.
void write_actions(struct flip_json *json, const struct flip_table *table, int seat);
/// A snapshot for a watch; length 0: it would be the same as the last one, or is `too_large`.
size_t write_snapshot(struct rooms *rooms, struct watch *watch, struct shared_snapshot *shared);

/*
 * What is new in a snapshot: chat, notices and the log, each with its own limit. What does not fit comes with the next
 * snapshot, which follows at once. Of the chat before the watch began only the last lines are sent; older ones are sent
 * on request.
 */

enum {
    CHAT_PAGE = 50,          /* lines of the chat in a snapshot, or in an answer */
    NOTICES_ROOM = 64 << 10, /* bytes of notices in a snapshot */
    MUTED_LISTED = 500,      /* people in `muted_people` */
    SNAPSHOT_END = 16        /* bytes that close a snapshot */
};

/// What a watch has been sent once this snapshot has arrived.
struct snapshot_news {
    int chat, notices; /* up to which line */
    int from, to;      /* of the log: what the client keeps, and what it has then */
    int heard;         /* new lines of chat and notices for this watch */
    bool more;         /* does not fit into this snapshot */
};

/// The seats whose people this watch does not hear.
flip_set muted_seats(const struct watch *watch);
/// Has the table's owner muted that person for everyone?
bool muted_for_all(const struct watch *watch, const char *person);
void write_muted_people(struct flip_json *json, const struct watch *watch);
/// Writes chat, notices and log up to the end of the snapshot. `visible` are the log entries the viewer may see. False:
/// not even the first new one fits.
bool write_news(struct flip_json *json, const struct watch *watch, const int *visible, int count,
                struct snapshot_news *news);
/// The page of the chat that ends before line `before`, as `"chat":[…],"older":BOOL`.
void write_chat_before(struct flip_json *json, const struct watch *watch, int before);

/*
 * Notices: the events at a table besides moves, in order. They appear in the log beside the moves, and they say who
 * played which moves of a seat: the person until the notice that they left, the bot from then on.
 */

enum { MOST_PLAYER_CHANGES = 20 /* a seat goes to a bot and back in a game */ };

extern const char *const offer_words[OFFER_KINDS];

/// Saves one: kind, what, seat, person, name and level are the caller's, the rest is filled in.
int room_add_notice(struct rooms *rooms, struct room *room, struct notice notice, struct flip_error *error);
/// The same about a seat and its current player.
int room_add_seat_notice(struct rooms *rooms, struct room *room, enum notice_kind kind, int what, int seat,
                         struct flip_error *error);
/// Reads those of the room from the store.
int room_load_notices(struct store *store, struct room *room, struct flip_error *error);
/// After an undo: no seat had made more moves than it has now.
int room_trim_notices(struct rooms *rooms, struct room *room, struct flip_error *error);
/// Removes a deleted person's name, in memory.
void room_forget_notices(struct room *room, const char *person);
/// The number of moves a seat has made.
int room_moves_of(const struct room *room, int seat);
/// Its sentence.
void notice_words_of(const struct notice *notice, char *out, size_t size);
/// Writes its seat (under that key) and its sentence into an open object.
void write_notice(struct flip_json *json, const char *seat, const struct notice *notice);
/// `"notices":[…]` from that number on, in at most so many bytes. Returns where it stopped.
int write_notices(struct flip_json *json, const struct room *room, int from, size_t most);
/// How often the seat went to a bot and back.
int room_player_changes(const struct room *room, int seat);
/// `"players":[…]` of a seat that somebody left, once the game is over.
void write_players(struct flip_json *json, const struct room *room, int seat);

/*
 * Fetching: a table that is not in memory has to be replayed from its record, which takes long after many steps. A
 * worker does it and hands the room over to the loop. Whoever caused it is charged, as for other work (work.c).
 */

/// Ids of tables, at most as many as a list has.
struct table_ids {
    char id[LOBBY_TABLES][STORE_ID];
    int count;
};

struct fetch {
    struct work work; /* first */
    struct fetch *next;
    uint64_t number; /* that messages wait for (net/pending.c); 0: none do */
    uint64_t link;   /* of the connection that it is for; 0: for nobody's in particular */
    struct found_room {
        char id[STORE_ID];
        uint64_t mark;
        struct room *room; /* NULL: not loaded */
        struct catch_up behind;
    } found[LOBBY_TABLES];
    int count, looked_at;
    bool shared; /* several servers share the store */
};

/// Are all of them in memory?
bool fetched(const struct rooms *rooms, const struct table_ids *ids);
/// Those that are in memory, in order.
int fetched_rooms(const struct rooms *rooms, const struct table_ids *ids, struct room **out);

/// Fetches what is missing; then `then` answers the request, beginning with fetch_take_over.
int fetch_for_request(struct request *request, const struct table_ids *ids,
                      int (*then)(struct request *request, struct work *work, struct flip_error *error),
                      struct flip_error *error);
/// The same for a connection, which is charged, or for the server itself (NULL). `done` begins with fetch_take_over.
int fetch_for_client(struct rooms *rooms, const struct client *client, const struct table_ids *ids,
                     void (*done)(struct rooms *rooms, struct work *work), struct flip_error *error);
/// Fetches the table of a message. Returns the number under which to park the message; a table that is being fetched
/// already has one. When it is here its messages are handled; if it cannot be opened, they are refused.
int fetch_for_message(struct rooms *rooms, const struct client *client, const char *id, uint64_t *number,
                      struct flip_error *error);
/// Another server has, or may have, a newer version: fetches it to replace this room.
void fetch_again(struct rooms *rooms, const struct room *room);
/// Is the table being fetched, for messages or again?
bool fetching(const struct rooms *rooms, const char *id);
/// The loop takes over what the worker has found.
void fetch_take_over(struct rooms *rooms, struct fetch *fetch);

/*
 * A seat's sheet as text, for terminals on other machines: the game draws what the viewer may know, and the terminal
 * only displays it. So a terminal can play games it does not know.
 */

/// `viewer` is a seat or FLIP_PUBLIC. NULL with the reason if it cannot be drawn.
json_t *canvas_json(const struct room *room, int viewer, int shown, int width, int height, struct flip_error *error);
/// The same sheet in sentences: {"words"}, null where the game has none; with `aim`, a move of `viewer` as text, the
/// targets it could have, and `tell`, what it does.
json_t *words_json(const struct room *room, int viewer, int shown, const char *aim, struct flip_error *error);

#endif
