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

struct client;
struct fetch;
struct flip_game;
struct notice;
struct reader;
struct room;
struct server;
struct sleeping_watch;
struct store;
struct table_ids;
struct task;
struct work;
struct workers;

/*
 * Rooms of several servers. What is saved is the truth, and a room in memory is a copy of it that has a version. Who changes a room claims
 * it first: that fails if another server has changed it since, or is just doing so. Then the room is fetched again, and what was to be
 * done is judged anew. The others hear of each change, and fetch the rooms that they have.
 *
 * With a store that nobody shares, every claim is granted and nothing is ever heard.
 */

/// Until the commit no other server changes the room. 1: it may be changed, 0: it has to be fetched again (fetch_again), -1: a failure.
int room_claim(struct rooms *rooms, struct room *room, struct flip_error *error);
/// The same, and who is changing it is waited for.
int room_claim_waiting(struct rooms *rooms, struct room *room, struct flip_error *error);
/// The same where the room has been changed in memory already: if it cannot be claimed, everything returns to what is durable.
int room_must_claim(struct rooms *rooms, struct room *room, struct flip_error *error);
/// Does this server ask the bots at this room?
bool room_kept(const struct rooms *rooms, const struct room *room);

/* Clocks at tables: how long decisions may take. */

/// The `clock` of a request for a table; NULL or null is none.
int clock_read(struct clock *clock, const json_t *wish, struct flip_error *error);
/// Sets all clocks as they are before the first decision.
void clock_set(struct room *room);
/// Starts and stops the clocks for the table's current turn; `phase_over`: what was decided so far is known to everyone.
void clock_follow(struct room *room, bool phase_over);
/// Does a clock in this head claim to have started in the future?
bool clock_ahead(const char *head, int64_t now);
/// When the next clock runs out; 0: none runs.
int64_t room_deadline(const struct room *room);

/// `clock` of a table and of a seat.
void write_clock(struct flip_json *json, const struct room *room);
void write_seat_clock(struct flip_json *json, const struct room *room, int seat);

/* What happens when a clock runs out, and when the person is back. */

/// The person of these seats is back: bots that play for them stop.
int clock_back(struct rooms *rooms, struct room *room, flip_set seats, struct flip_error *error);
/// Checks whose time is up. Called once per turn of the loop.
void clocks_run(struct rooms *rooms);

/*
 * How the deal of a table is drawn, so that it is nobody's choice (flipside/draw.h). A table has its secret, and shows what commits to it, before any client has
 * sent its bytes. They come with the requests that seat somebody: whoever sits down at a table that waits has seen the commitment there;
 * whoever makes a table asks for a *ticket* first, which is the id of the new table with the commitment to its secret; and a finished
 * table shows the commitment of its rematch. A client that sends no bytes adds none, and nobody waits for them.
 *
 * Nothing is stored for a ticket: its secret follows from the server's. It is good for one table, since no two have the same id, for one
 * person, and for an hour.
 */

enum { TICKET_SIZE = STORE_TICKET, MARK_SIZE = 65 };

/// A fresh ticket for a table that this person is going to make.
void ticket_make(const struct rooms *rooms, const char *person, char ticket[TICKET_SIZE],
                 char commitment[FLIP_HEX_SIZE]);
/// Can a table still be made with it?
bool ticket_good(const struct rooms *rooms, const char *ticket, const char *person);
/// The `bytes` of a request; none is no error.
int share_read(const json_t *body, struct flip_share *share, struct flip_error *error);
/// `ticket` and `bytes` of a request for a new table: its id and secret. Without a ticket there are no bytes, since the server knew them first.
int room_take_ticket(struct rooms *rooms, struct room *room, const json_t *body, const char *person,
                     struct flip_share *share, struct flip_error *error);
/// Does no table have this id?
int room_check_id(struct rooms *rooms, const char *id, struct flip_error *error);
/// Adds the share to the seats of that person.
void room_share(struct room *room, const char *person, const struct flip_share *share);
/// Before the first card: the seed, from the secret and what the seats have added.
void room_draw(struct room *room);
/// Computes the commitment once, for all snapshots of a game whose seed is drawn.
void room_commit(struct room *room);
/// `"commitment"`, `"seed"`, `"next"` and `"deal"` of a table; the dealer's secret is in it only when the game is over.
void write_deal(struct flip_json *json, const struct room *room);
/// Does a record of it carry the mark of this server? Only where it drew the seed itself, when the game is over.
bool room_marked(const struct room *room);
/// What only the server that dealt with this seed can write into a record.
void deal_mark(const unsigned char secret[STORE_SECRET_BYTES], const unsigned char seed[FLIP_SEED_BYTES],
               char mark[MARK_SIZE]);

/*
 * The order in which games end, which ratings follow from: one game at a time, at all servers that share a store. Who finds another server
 * at it does not wait. The game is over all the same, a note is made of it, and its results follow as soon as the other has committed; if this
 * server dies before that, whoever takes over its notes does it.
 */

/// A game is over, and that is saved: what follows from it is done now or later.
int end_game(struct rooms *rooms, struct room *room, struct flip_error *error);
/// There may be notes of ended games, from before or from another server.
void ends_look(struct rooms *rooms);
/// Is something to be done for games that ended before?
bool ends_due(const struct rooms *rooms);
void ends_run(struct rooms *rooms);

/* Deleting a person with all data; in games with others, "a former player" remains. */

/// Removes the person at once and the data in slices; then the request with that ticket (0: none) is answered.
int person_erase(struct rooms *rooms, const char *id, uint64_t ticket, struct flip_error *error);
/// Continues with deletions that were not finished.
int erase_resume(struct rooms *rooms, struct flip_error *error);

/* Whose a seat was: a bot plays for somebody who leaves, until they are back. */

/// Did the seat change hands with this?
bool changes_hands(const struct notice *notice, int seat);
/// How whoever has the seat is called: the one that the notice is about, or the bot in that place.
void player_name(const struct notice *notice, bool bot, char *out, size_t size);

/* What the owner of a waiting table does there: bots on free seats, and an early start. */

/// Puts a bot on a free seat, or another one in a bot's place.
int room_put_bot(struct rooms *rooms, struct room *room, const char *person, int seat, int level,
                 struct flip_error *error);
/// The seat is free again.
int room_remove_bot(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
/// Begins without the seats that are still free, where the game is for so few.
int room_start(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);
/// Another link for the table, or none. The old one counts no more.
int room_link(struct rooms *rooms, struct room *room, const char *person, bool on, struct flip_error *error);
/// Keeps a free seat for somebody who is invited; and: it is anybody's again.
int room_reserve(struct rooms *rooms, struct room *room, const char *person, int seat, const char *friend,
                 struct flip_error *error);
int room_unreserve(struct rooms *rooms, struct room *room, const char *friend, struct flip_error *error);
/// Removes somebody from a seat.
int room_remove(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
/// The table belongs to whoever sits there.
int room_hand_over(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
/// Other terms: `clock`, `options`, `rated`, and `seats`, how many there are.
int room_change(struct rooms *rooms, struct room *room, const char *person, const json_t *wish,
                struct flip_error *error);

/* Is everybody ready? ready.c, hosting.c */

/// Minutes, not days.
bool clock_is_live(const struct clock *clock);
bool room_is_full(const struct room *room);
/// This person has just sat down, or done something else for the game to begin: all others are asked.
void room_ask_ready(struct room *room, const char *person);
/// For whom a full table waits.
flip_set room_not_ready(struct rooms *rooms, const struct room *room);
/// The person is ready; the game begins if everybody is.
int room_ready(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);
/// The same when somebody has come to look.
int room_look_ready(struct rooms *rooms, struct room *room, struct flip_error *error);

/// Nobody at the table, or everybody again, reads what somebody who looks on writes.
int room_mute(struct rooms *rooms, struct room *room, const char *person, const char *muted, bool on,
              struct flip_error *error);

/* A question for a bot, handed to the workers: what to do, or (learning/advice.c) whether a move was good. */

/// Made by job_new, given to workers_ask, returned by workers_done, freed by its task.free.
struct job {
    struct task task;
    struct flip_position at; /* a copy, with its own rules */
    void *rules;             /* those */
    int seat;
    struct flip_think_def def;
    uint64_t ticket; /* of the question: is the answer still wanted? */
    uint64_t link;   /* who asked for a hint; 0: a bot's own move */
    int64_t number;  /* of the message that asked */
    char table[32];
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

/// What should this seat do, in a current or past position of a table? NULL: out of memory.
struct job *job_new(const struct flip_position *position, int seat, const struct flip_think_def *def);

/*
 * What a seat knows of its game, for a client that thinks itself: set-up and state, in which everything that the seat cannot know was
 * dealt again. The state is the memory of this program; `layout` says how that is laid out, and who has another one cannot read it.
 */

/// Programs that lay out states in the same way have the same.
extern const char knowledge_layout[];

/// Has the seat to decide, and may it be helped?
bool knowledge_offered(const struct room *room, int seat);
/// Writes it as `knowledge` into an open object. Every time the unknown is dealt anew.
void write_knowledge(struct flip_json *json, const struct flip_table *table, int seat);
/// The table as the seat knows it, for thinking alone. NULL: it was written by another version of the program, or is none.
struct flip_table *knowledge_read(const json_t *knowledge, struct flip_error *error);

/* The public tables. */

/// Which tables that page of the lobby's list has, counted from 0, and how many pages there are; not all of them may be in memory.
int lobby_tables(struct rooms *rooms, int page, struct table_ids *out, int *pages, struct flip_error *error);

/*
 * Quick match: somebody who looks for an opponent says which game and which pace, and is paired with somebody of about the same
 * rating who looks for the same. The longer one waits, the further the ratings may be apart. A search belongs to a connection and
 * ends with it; the table that comes of it is durable before anybody hears of it.
 *
 * Where several servers share the store, each writes down who searches at it (store.h), and pairs its own with those of the others. Of
 * two that fit, the server of the one with the smaller id makes the table; before that it takes both, which only one server can do, and
 * none for somebody whose server has died. The other server finds the table beside what it wrote down.
 */

/// Begins to search, or begins anew. `pace` is one of "quick", "steady" and "days"; `body` may have `ticket` and `bytes` for the draw.
int seek_begin(struct rooms *rooms, struct client *client, const struct flip_game *game, const char *pace,
               const json_t *body, struct flip_error *error);
/// Somebody has gone, or was told of the table.
void seek_end(struct rooms *rooms, struct client *client);
/// Somebody does not want to search any longer. If another server has made a table already, that is told soon.
int seek_stop(struct rooms *rooms, struct client *client, struct flip_error *error);
/// Pairs those who fit. Called once per turn of the loop, before the commit.
void seeks_pair(struct rooms *rooms);
/// Tells the pairs of their tables, and those who wait how it stands. After the commit.
void seeks_tell(struct rooms *rooms);
/// The tables that were made since the last commit are gone again: the search goes on.
void seeks_forget_tables(struct rooms *rooms);
/// What was written down for other servers may be gone.
void seeks_write_again(struct rooms *rooms);

/*
 * What another server has played at a table that is in memory here. A worker reads the table without the steps that are here already, and
 * the loop makes the others. Where that cannot be (something was taken back, somebody else sits down, a lesson), the whole is read and
 * replayed.
 *
 * What is here is the beginning of what is kept if its last step is kept at the same place: a step that is made again after something
 * was taken back has another time.
 */

struct catch_up {
    int had;         /* so many steps are in memory; 0: nothing that could be used */
    int64_t version; /* of that */
    char *last;      /* the last of them, as it is kept */
    json_t *steps;   /* the texts of those that came after; NULL: the room was replayed */
};

/// By the loop, before a worker reads: what is in memory. `live` may be NULL.
void catch_up_ask(struct catch_up *newer, const struct room *live);
/// By the loop: moves the game from the room in memory into the one that was read, and makes the newer steps. -1: it cannot be, and the
/// room has to be read once more.
int catch_up_follow(struct room *live, struct room *fresh, struct catch_up *newer);
void catch_up_free(struct catch_up *newer);

/* Offers that stand at a table, and what becomes of them when the table changes. Making and answering them is in agree.c. */

/// The one with the number of that notice; NULL: none stands.
struct offer *offer_numbered(struct room *room, int notice, enum offer_kind *kind);
/// Whose seats have to agree to it.
int offer_needs(struct rooms *rooms, const struct room *room, enum offer_kind kind, flip_set *out,
                struct flip_error *error);
/// Has the person in that seat been away for so long that the others may decide without them?
bool seat_long_gone(const struct room *room, int seat);
/// No offer stands any more: the game is over.
void offers_clear(struct room *room);
/// Seats have new owners. An offer to end the game is settled among those who are left; the others lapse.
int offers_follow_seats(struct rooms *rooms, struct room *room, struct flip_error *error);
/// The seat has moved, or taken back a move: its offer to take back what it did before lapses.
int offers_follow_move(struct rooms *rooms, struct room *room, int seat, struct flip_error *error);
/// Somebody is deleted, who looked on and had asked for a seat.
void offers_forget(struct room *room, const char *person);
/// `"offers":[…]`.
void write_offers(struct flip_json *json, const struct room *room);

/*
 * Agreeing at a table: to end the game, to take back a move, to play again, to allow help at a rated table, to give a seat to somebody who
 * looks on. An offer is made, everybody concerned answers it, and when all have agreed it is carried out.
 */

/// What came of an offer or an answer.
struct agreement {
    int offer;          /* its number, while it stands; -1: it is settled */
    struct room *again; /* the rematch that has begun, or NULL */
};

/* `share`: what the client adds to the draw of a rematch, or of the table that it asks for a seat at. */

int room_offer(struct rooms *rooms, struct room *room, const struct store_person *person, enum offer_kind kind,
               const struct flip_share *share, struct agreement *out, struct flip_error *error);
int room_answer(struct rooms *rooms, struct room *room, const struct store_person *person, int offer, bool accept,
                const struct flip_share *share, struct agreement *out, struct flip_error *error);
/// The older way for ends and rematches: makes the offer, or answers the one that stands.
int room_agree(struct rooms *rooms, struct room *room, const struct store_person *person, enum offer_kind kind,
               bool agree, const struct flip_share *share, struct agreement *out, struct flip_error *error);

/* Where several servers share the store: what the others do is followed, and what those did that have gone is taken over. */

/// Called once per turn of the loop.
void cluster_follow(struct rooms *rooms);

/*
 * The reading worker's own data: a connection to the store, and the games it read last, replayed from their records, since a client
 * that steps through a replay asks for the same game again and again. Only one thread uses it.
 */

/// A game as the store has it. It belongs to the reader and is valid until the next one is asked for.
struct kept_game {
    char id[STORE_ID];
    uint64_t mark, used;
    struct room *room;
    char *story; /* what a replay says about it, the same for everyone; NULL: not written yet */
};

struct reader *reader_open(const char *path, struct flip_error *error);
void reader_close(struct reader *reader);
struct store *reader_store(struct reader *reader);
/// NULL: there is none, it cannot be replayed, or the store failed.
struct kept_game *reader_game(struct reader *reader, const char *id, struct flip_error *error);

/// A number that changes whenever the stored data of a room does. 1: there is such a table; 0: there is none.
int table_mark(struct store *store, const char *id, uint64_t *mark, struct flip_error *error);

/* Bots at tables: they are asked when it is their turn, and start to think after the commit. */

/// Asks for every bot that has to decide.
void room_wake_bots(struct rooms *rooms, struct room *room);
/// Starts them thinking, after the commit.
void server_send_bots(struct rooms *rooms);
/// Frees the questions that were not asked.
void server_drop_bots(struct rooms *rooms);

/* Chat at a table. */

/// What somebody wants to say, without blanks before it; NULL: it cannot be said.
const char *chat_text(const char *text, struct flip_error *error);
/// `team`: only for those on the side of `seat`, or of the speaker's first seat if it is -1.
int room_chat(struct rooms *rooms, struct room *room, const struct store_person *person, const char *text, bool team,
              int seat, struct flip_error *error);
/// May that person see this line?
bool room_hears(const struct room *room, const char *person, const struct chat *chat);

/* The flicks of a room: how many there were, and the most recent ones as they were shown. */

/// How many flicks the game has had after this many steps; clients can ask how each of them went.
int room_flicks(const struct room *room, int steps);

/* Saving a new table whose game already has many steps: a fork or an imported record. */

/// Saves a room that a worker has made, in slices; then the request is answered with it. The room is no longer the caller's in
/// either case.
int room_keep(struct request *request, struct room *room, const struct store_person *person, struct flip_error *error);
/// At the start: removes rooms that were only partly saved.
int rooms_clear_half_kept(struct rooms *rooms, struct flip_error *error);

/*
 * Lessons as rooms: table/lesson.h says what a lesson is. A lesson can be left and continued like any other table. A person has one
 * table per lesson; starting again resets it.
 */

/// The lesson of that number, with an edition of somebody's own (or NULL: the classic). NULL: there is none, or the edition differs too
/// much.
json_t *lesson_find(const struct flip_game *game, int number, const struct flip_edition *own, struct flip_error *error);
/// Gives a room that has just been loaded its lesson, and the cards that are still to come.
int lesson_resume(struct store *store, struct room *room, struct flip_error *error);
/// Is every step done? False for a room that is not a lesson.
bool lesson_gone_through(const struct room *room);
/// The expected step (flip_lesson_step).
const json_t *lesson_now(const struct room *room, int *place, int *done);
/// The object `lesson` of a snapshot, and one of its texts.
void lesson_write(struct flip_json *json, const struct room *room);
void lesson_text(struct flip_json *json, const char *key, const json_t *value);

/* The log of a room: what happened, and who may see which line. */

/// Brings the log up to date with the table; `anew` after an undo.
int room_follow(struct room *room, bool anew, struct flip_error *error);
void room_clear_log(struct room *room);
/// Which entries of the log a viewer may see: writes indexes into `out` (log_count of them at most; or NULL), returns how many.
int room_visible(const struct room *room, int viewer, int *out);
/// The bot that moved for somebody whose time was up ("bot 3"): the seat still has that person's name. NULL: none.
const char *room_stand_in(const struct room *room, const struct entry *entry);
/// How many there are: the `steps` of a snapshot.
int room_steps_for(const struct room *room, int viewer);

/* Creating tables: on request, for a daily challenge, as a rematch, or for a game that was set up elsewhere. */

struct room *room_make(struct rooms *rooms, const struct store_person *person, const json_t *wish,
                       struct flip_error *error);
/// A table with everybody in their seats already, such as one of a tournament: its first card is dealt at once, and nobody's limit counts.
/// `wish` is the set-up without seats; `payer` is whom its bots' thoughts are charged to.
struct room *room_make_seated(struct rooms *rooms, const json_t *wish, const struct seat *seats, int count,
                              const char *payer, struct flip_error *error);
/// Would such tables of so many seats do? They need a clock.
int room_check_setup(struct rooms *rooms, const json_t *wish, int seats, struct flip_error *error);
/// Who plays the cards of a day: a person, or a bot of that level for comparison.
struct daily_player {
    const struct store_person *person; /* NULL: a bot */
    int level;
    bool cards_known; /* somebody else has started it on that device before */
    bool archive;     /* the day is over, and nothing counts */
};

/// A try at a day's challenge: one seat, or as many as the game needs, with bots.
struct room *room_make_daily(struct rooms *rooms, const struct daily_player *player, const struct flip_game *game,
                             const char *day, const unsigned char seed[FLIP_SEED_BYTES], struct flip_error *error);
/// The same table again, for all who have agreed to it (agree.c), asked for by `person`.
struct room *room_rematch(struct rooms *rooms, struct room *room, const struct store_person *person,
                          struct flip_error *error);
/// Sets those options; the others stay as they are.
int room_take_options(struct room *room, const json_t *options, struct flip_error *error);
/// Would the game accept the set-up of this room?
int room_try_out(struct rooms *rooms, struct room *room, struct flip_error *error);
/// May this person have another table?
int room_check_limit(struct rooms *rooms, const char *person, struct flip_error *error);
/// Creates an empty room that the server does not hold yet, and discards one: it must not stay in the list of dirty rooms.
struct room *room_new(struct rooms *rooms, enum room_kind kind, struct flip_error *error);
void room_give_up(struct rooms *rooms, struct room *room);
/// An edition of somebody's own that came with an earlier request, by its hash; to be freed. NULL: it is not there.
struct flip_edition *edition_stored(struct store *store, const struct flip_game *game, const char *hash,
                                    struct flip_error *error);
/// Saves a room whose table the caller has set up: edition, steps, head, who sits there.
int room_begin(struct rooms *rooms, struct room *room, struct flip_error *error);
/// The part of room_begin that remains once the steps are written: head, who sits there.
int room_keep_seats(struct rooms *rooms, struct room *room, struct flip_error *error);
/// Gives bots without a name one of the game's names, each a different one.
void room_name_bots(struct room *room);
/// Do two of its players belong to the same person: somebody and a program of theirs, or two of those? Such a game is not rated.
int room_has_own_programs(struct store *store, const struct room *room, bool *out, struct flip_error *error);
/// Saves a room whose seats have changed, and deals the first card once no seat is free.
int room_seats_changed(struct rooms *rooms, struct room *room, struct flip_error *error);

/* Playing at a table: moves by people and bots, undo, help. */

/// A person's move. At a lesson's table, lesson_act follows (learning/learning.h).
int room_act(struct rooms *rooms, struct room *room, const char *person, int seat, const char *text, int at,
             struct flip_error *error);
/// Makes a legal move in table, log and store.
int room_take_move(struct rooms *rooms, struct room *room, int seat, flip_move move, int by, struct flip_error *error);
int room_undo(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);
/// Notes that a bot helps this seat; refused at a daily challenge, and at a rated table unless everyone has agreed.
int room_help(struct rooms *rooms, struct room *room, int seat, struct flip_error *error);
/// A bot has finished thinking.
void room_bot_acts(struct rooms *rooms, struct room *room, const struct job *job);

/* Sitting down and getting up. */

/// `key` is that of the seat's invitation or of the table's link; with the latter `seat` may be -1, for any that is free.
int room_sit(struct rooms *rooms, struct room *room, const struct store_person *person, int seat, const char *key,
             const struct flip_share *share, struct flip_error *error);
/// Is it the key of an invitation? An empty one opens nothing.
bool key_fits(const char *key, const char *own);
/// The first free seat that is kept for nobody; -1: there is none.
int room_seat_by_link(const struct room *room);
/// The seat is as it was before somebody sat down: an invitation counts again.
void seat_free(struct seat *seat);
/// May this person have a seat here, with those who sit here already?
int room_check_seat_for(struct rooms *rooms, const struct room *room, const struct store_person *person,
                        struct flip_error *error);
/// Gives a free seat to the person, without asking for an invitation. `share`: what their client adds to the draw.
int room_seat(struct rooms *rooms, struct room *room, const struct store_person *person, int seat,
              const struct flip_share *share, struct flip_error *error);
int room_leave(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);
/// A vote for a bot in the seat of somebody who has been away for a long time.
int room_replace(struct rooms *rooms, struct room *room, const char *person, int seat, struct flip_error *error);

/// The seat that a vote gave to a bot and that this person may take back; -1: none.
int room_seat_to_take_back(const struct room *room, const char *person);
/// Takes it back.
int room_return(struct rooms *rooms, struct room *room, const char *person, struct flip_error *error);

/// What happens at tables when somebody arrives, leaves or has a new name.
extern const struct tables_of_people rooms_of_people;

/* A room in the store: its head, its steps, its chat. */

/// Saves the table without its steps.
int room_save_status(struct store *store, const struct room *room, struct flip_error *error);
/// The same, and everyone watching will be told.
int room_save_head(struct rooms *rooms, struct room *room, struct flip_error *error);
/// Writes the log's entries from `from` on, up to `to`, as steps.
int room_save_steps(struct rooms *rooms, const struct room *room, int from, int to, struct flip_error *error);
/// One of them as it is kept, to be freed. NULL: there is no memory.
char *room_step_text(const struct room *room, int index);
int room_keep_chat(struct room *room, const struct store_chat *chat);
/// Loads the room without its game: enough to change its head. Returns as room_load does.
int room_load_head(struct store *store, const char *id, struct room **out, struct flip_error *error);
/// What belongs to it besides: notices and chat.
int room_load_talk(struct store *store, struct room *room, struct flip_error *error);
/// Writes commitment, seed and how it was drawn into a record of the room's game.
void room_put_deal(const struct room *room, json_t *record);
/// The record as stored, including the seed.
json_t *room_stored_record(struct store *store, const struct room *room, struct flip_error *error);
/// 1: `out` is the stored room; 0: there is none; -1: the store failed, or the record is wrong.
int room_load(struct store *store, const char *id, struct room **out, struct flip_error *error);

/* Reading a room together with its version, where several servers share the store (room_claim). */

/// 1: found, 0: there is none. Without `shared` it is room_load. `newer`: what is in memory already is not read; NULL: nothing.
int room_load_shared(struct store *store, bool shared, const char *id, struct catch_up *newer, struct room **out,
                     struct flip_error *error);

/* The rooms that are in memory: a room is loaded when somebody asks for it, and dropped when nobody has for a while. */

enum {
    ROOM_BUCKETS = 4096,
    SITTING_BUCKETS = 4096,
    SLEEPING_BUCKETS = 4096,
    LOBBY_TABLES = 100 /* the most tables in a list */
};

/// What is printed: the part of a view that is the same for everybody and at every moment of a game (a sheet, a map, cards). A client that asks
/// for scenes without it fetches it once, by its fingerprint, and may keep it for ever. It is a text of JSON: the members that a view without
/// them lacks.
struct printed {
    char fingerprint[PRINTED_SIZE]; /* empty: none */
    char *text;                     /* owned */
    struct ground *ground;          /* of the last table that was found to have it: so have all tables of this ground */
};

enum { PRINTED_KEPT = 64 }; /* so many are remembered, the newest */

struct rooms {
    struct server *server; /* and its parts that are used here: */
    struct loop *loop;
    struct people *people;
    struct room *bucket[ROOM_BUCKETS];
    struct sleeping_watch *sleeping[SLEEPING_BUCKETS]; /* on finished tables that are not in memory, by table */
    struct sitting *sittings[SITTING_BUCKETS];
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
    bool ends_due;                    /* there may be games that have ended without their results: rooms.c */
    int64_t ends_next;                /* when to look for them again */
    int64_t cluster_looked;           /* when other servers were last looked for */
    bool clocks_dirty;
    int64_t clock_next;
    struct waking {
        char (*id)[STORE_ID];
        int count, room;
        bool fetching;
    } waking;                                   /* tables whose bots have to go on after a restart */
    struct workers *bots;                       /* for bots' thoughts */
    struct task *bots_asked, **bots_asked_last; /* they start to think after the commit */
    struct workers *workers;                    /* replays, exports: work.c */
    struct reader *reader;                      /* theirs */
    struct work *work_asked;                    /* given to them after the commit */
    struct fetch *fetches;                      /* tables that messages wait for: fetch.c */
    /// Called for each finished game, in the order of `finished`.
    int (*game_over)(struct server *server, struct room *room, int64_t finished, struct flip_error *error);
};

/// Makes sure that what is printed at this table can be fetched, and says whether it can: then room->printed is its fingerprint.
bool printed_offer(struct rooms *rooms, struct room *room);
/// NULL: it is not known here.
const char *printed_text(const struct rooms *rooms, const char *fingerprint);
void printed_free(struct rooms *rooms);

struct room *room_find(struct rooms *rooms, const char *id, struct flip_error *error);
/// The room with that id, if it is in memory.
struct room *room_in_memory(const struct rooms *rooms, const char *id);
/// Adds a room that has just been created or loaded.
void room_remember(struct rooms *rooms, struct room *room);
/// The same for a room that a worker has loaded.
void room_take_in(struct rooms *rooms, struct room *room);
/// Removes a room that no longer exists, along with its watchers.
void room_drop(struct rooms *rooms, struct room *room);
/// Drops the rooms that nobody is watching, and finished ones whoever is watching, or all of them.
void rooms_sweep(struct rooms *rooms, bool all);
/// Writes down who sits here.
void room_index_seats(struct rooms *rooms, struct room *room);
/// Updates who is present and who has left; called when a connection opens or closes.
void room_presence(struct rooms *rooms, struct room *room);
/// The time that has passed was nobody's fault: as after a restart, everyone has at least a minute.
void rooms_give_grace(struct rooms *rooms);

/* Rooms of several servers that are read again, because another one has changed them (room_claim). */

/// For a request, which cannot wait: the room as it is now, claimed. NULL: there is no such table, or it is busy.
struct room *room_find_claimed(struct rooms *rooms, const char *id, struct flip_error *error);
/// Puts what was read anew in the place of a room, for those who watch it.
void room_swap(struct rooms *rooms, struct room *old, struct room *fresh);

/* Answers that describe tables. */

/// {"table":TABLE}, as `person` may know it.
int reply_table(struct request *request, const struct room *room, const char *person);
/// {"tables":[TABLE…]}
void reply_tables(struct request *request, struct room *const *rooms, int count, const char *person);

/* Tables whose bots have to go on after a restart. */

/// Queues the tables whose bots have to go on.
int server_wake_rooms(struct rooms *rooms, struct flip_error *error);
/// Wakes a few of them. Called once per turn of the loop.
void server_wake_some_rooms(struct rooms *rooms);

/*
 * Long work for requests: replays, exports, imports. The request stays open while a worker does it, and the address that asked pays
 * for the milliseconds it took.
 *
 * A worker never touches the server's rooms or its connection to the store: it has its own read-only connection and its own rooms
 * (struct reader). The work is handed over after the commit, so that the worker sees everything the client was told.
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

/// New work for a request, `size` bytes of it, expected to cost `cost` ms. NULL: the address has used too much already, or out of
/// memory.
struct work *work_new(struct request *request, size_t size, double cost, enum work_for purpose,
                      struct flip_error *error);
/// New work that no request waits for. The visitor pays; NULL: it is for the server itself.
struct work *work_new_for(struct rooms *rooms, const struct store_person *person, struct visitor *visitor, size_t size,
                          double cost, struct flip_error *error);
/// Queues it; work->done is called later.
void work_ask(struct rooms *rooms, struct work *work);
/// Queues the work; the request is answered later. Returns 0.
int work_go(struct request *request, struct work *work);
/// Frees work that was not queued.
void work_drop(struct work *work);

/// Handles what the worker has finished; called once per turn of the loop, before the commit.
void work_take(struct rooms *rooms);
/// Hands the queued work to the worker; called after the commit, when what is pushed has said what it needs.
void work_send(struct rooms *rooms);
int work_start(struct rooms *rooms, void (*wake)(void *context), struct flip_error *error);
void work_stop(struct rooms *rooms);

/// Writes a text of any length as work->out: `write` is called again if the first guess was too small.
typedef void work_writer(struct flip_json *json, void *context);
int work_write(struct work *work, size_t guess, work_writer *write, void *context, struct flip_error *error);

/* Watches: a connection that follows a room. */

enum { SPECTATORS_LISTED = 50 };

/// What a client needs no more, or finds out itself.
enum scene_without {
    WITHOUT_PRINTED = 1,  /* what is printed, which it has (rooms.h) */
    WITHOUT_SENTENCES = 2 /* everything of an action but its notation */
};

/// A connection's watch on a room.
struct watch {
    struct watch *next_in_room, *next_in_link;
    struct client *link;
    struct room *room;
    int seat;       /* asked for; -1: the viewer's first seat, or a spectator's view */
    uint32_t *sent; /* checks of the log entries the client has */
    int sent_count, sent_room;
    int resumes; /* after a sleep: the client has so many entries, but `sent` does not say so yet */
    int chat_sent, notices_sent;
    bool begun;                     /* the client has its first scene, with the end of the chat */
    char (*muted)[STORE_ID];        /* whose chat is hidden */
    int muted_count, muted_for_all; /* the first ones are muted by the table's owner, for everybody */
    uint64_t last;                  /* hash of the last snapshot, so that nothing is sent twice */
    bool knowledge;                 /* the client thinks itself: it is told what the seat knows (knowledge.c) */
    unsigned without;               /* what its scenes leave out: enum scene_without */
    bool asks_ready;                /* the client asks its person (ready.c) */
    bool behind;                    /* the client reads slowly: the next snapshot waits until it has read */
    bool too_large;                 /* the last scene does not fit; the client was told so */
};

/// A table that a connection was watching before memory was dropped.
struct lost_watch {
    struct lost_watch *next;
    char table[STORE_ID];
    int seat;
    unsigned without;
    bool knowledge, asks_ready;
};

/// A watch on a finished table that is no longer in memory. It goes on where it was when somebody brings the table back.
struct sleeping_watch {
    struct sleeping_watch *next_in_link;
    struct sleeping_watch *next, **at; /* in its bucket */
    struct client *link;
    char table[STORE_ID];
    int seat;
    bool knowledge;
    unsigned without;
    bool begun;
    int sent_count, chat_sent, notices_sent; /* what the client has */
    uint64_t last;
};

/// NULL: it is not watching that room.
struct watch *watch_of(struct client *link, const struct room *room);
/// NULL: it is watching too many.
struct watch *watch_add(struct client *link, struct room *room);
void unwatch(struct watch *watch);
/// How many people look on without a seat, and, unless it is NULL, a watch of each of the first ones. Beyond SPECTATORS_LISTED every
/// connection counts.
int spectators_of(const struct room *room, const struct watch *out[SPECTATORS_LISTED]);
/// Ends all of its watches, but remembers them: watch_lost (routes/table_life.c) restores them.
void watches_lose(struct client *link);
void watches_forget_lost(struct client *link);
/// Puts everyone's watch on a room to sleep, before it is dropped. Whom there is no memory for has to come back.
void watches_sleep(struct rooms *rooms, struct room *room);
/// Wakes the watches on a room that has been brought back.
void watches_wake(struct rooms *rooms, struct room *room);
/// Does anybody's watch on that table sleep?
bool watches_asleep(const struct rooms *rooms, const char *table);
/// Forgets the sleeping watches of a connection: on that table, or on all (NULL).
void watches_forget_sleeping(struct client *link, const char *table);
/// Whose chat this person does not want to see at the watched table.
int watch_read_mutes(struct rooms *rooms, struct watch *watch, struct flip_error *error);

/* What clients are shown of a table. */

/// The part that all spectators of a room share, written once.
struct shared_snapshot {
    char *text; /* NULL: not written yet; to be freed */
    size_t length;
    uint64_t hash;
    unsigned without; /* of those who get it */
};

/// The object called TABLE in docs/api.md, as `person` may know it. A worker has no server (NULL), and room->online instead.
void write_table(struct flip_json *json, const char *key, const struct rooms *rooms, const struct room *room,
                 const char *person);
/// `"tables":[…]`: as many of them as fit before the text is so long. False: not all of them.
bool write_tables(struct flip_json *json, const struct rooms *rooms, struct room *const *list, int count,
                  const char *person, size_t most);
/// The options of a game by name.
void write_options(struct flip_json *json, const struct flip_game *game, const struct flip_options *options);
/// The moves that the seat may make, with what each would gain at once.
void write_actions(struct flip_json *json, const struct flip_table *table, int seat);
/// A snapshot for a watch, or nothing (length 0) if it would be the same as the last one, or if it is `too_large`.
size_t write_snapshot(struct rooms *rooms, struct watch *watch, struct shared_snapshot *shared);

/*
 * What is new in a scene: chat, notices and the log, each with its own limit. What does not fit comes with the next scene, which follows
 * at once; of a chat that was there before, only the last lines come by themselves, and the older ones when they are asked for.
 */

enum {
    CHAT_PAGE = 50,          /* lines of the chat in a scene, or in an answer */
    NOTICES_ROOM = 64 << 10, /* bytes of notices in a scene */
    MUTED_LISTED = 500,      /* people in `muted_people` */
    SCENE_END = 16           /* bytes that close a scene */
};

/// What a watch has been sent when this scene has arrived.
struct scene_news {
    int chat, notices; /* up to which line */
    int from, to;      /* of the log: what the client keeps, and what it has then */
    int heard;         /* new lines of chat and notices for this watch */
    bool more;         /* does not fit into this scene */
};

/// Which seats' people this watch does not hear.
flip_set muted_seats(const struct watch *watch);
/// Has the table's owner muted that person for everyone?
bool muted_for_all(const struct watch *watch, const char *person);
void write_muted_people(struct flip_json *json, const struct watch *watch);
/// Chat, notices and log, up to the end of the scene. `visible` are the lines of the log that the viewer may see. False: not even the
/// first of the new ones fits.
bool write_news(struct flip_json *json, const struct watch *watch, const int *visible, int count,
                struct scene_news *news);
/// The page of the chat that ends before line `before`, as `"chat":[…],"older":BOOL`.
void write_chat_before(struct flip_json *json, const struct watch *watch, int before);

/*
 * Notices: what happened at a table besides moves, in its order. They stand in the log beside the moves, and from them follows who played
 * which moves of a seat: the person until the notice that they left, the bot from then on.
 */

enum { MOST_HANDS = 20 /* a seat goes to a bot and back in a game */ };

extern const char *const offer_words[OFFER_KINDS];

/// Writes one down: kind, what, seat, person, name and level are the caller's, the rest is filled in.
int room_note(struct rooms *rooms, struct room *room, struct notice notice, struct flip_error *error);
/// The same about a seat and who has it now.
int room_note_seat(struct rooms *rooms, struct room *room, enum notice_kind kind, int what, int seat,
                   struct flip_error *error);
/// Reads those of the room from the store.
int room_load_notices(struct store *store, struct room *room, struct flip_error *error);
/// Moves were taken back: no seat had made more of them than it has now.
int room_trim_notices(struct rooms *rooms, struct room *room, struct flip_error *error);
/// In memory, a person who is deleted has no name any more.
void room_forget_notices(struct room *room, const char *person);
/// How many moves a seat has made.
int room_moves_of(const struct room *room, int seat);
/// What it says.
void notice_words_of(const struct notice *notice, char *out, size_t size);
/// Whose it is (the seat under that key) and what it says, in an object that is open.
void write_notice(struct flip_json *json, const char *seat, const struct notice *notice);
/// `"notices":[…]` from that number on, in at most so many bytes. Returns up to which one.
int write_notices(struct flip_json *json, const struct room *room, int from, size_t most);
/// How often the seat went to a bot and back.
int room_hands_changed(const struct room *room, int seat);
/// `"players":[…]` of a seat that somebody left, once the game is over.
void write_players(struct flip_json *json, const struct room *room, int seat);

/*
 * Fetching: a table that is not in memory has to be replayed from its record, which takes long after many steps. A worker does it and
 * hands the room over to the loop. Whoever caused it pays, as for other work (work.c).
 */

/// Some tables, at most as many as a list has.
struct table_ids {
    char id[LOBBY_TABLES][STORE_ID];
    int count;
};

struct fetch {
    struct work work; /* first */
    struct fetch *next;
    uint64_t number; /* that messages wait for (net/held.c); 0: none do */
    uint64_t link;   /* of the connection that it is for; 0: for nobody's in particular */
    struct found_room {
        char id[STORE_ID];
        uint64_t mark;
        struct room *room; /* NULL: not loaded */
        struct catch_up newer;
    } found[LOBBY_TABLES];
    int count, looked_at;
    bool shared; /* several servers share the store */
};

/// Are all of them in memory?
bool fetched(const struct rooms *rooms, const struct table_ids *ids);
/// Those of them that are in memory, in their order.
int fetched_rooms(const struct rooms *rooms, const struct table_ids *ids, struct room **out);

/// Fetches what is missing of them; then the request is answered by `then`, which begins with fetch_take_over.
int fetch_for_request(struct request *request, const struct table_ids *ids,
                      int (*then)(struct request *request, struct work *work, struct flip_error *error),
                      struct flip_error *error);
/// The same without a request: for a connection, which pays, or for the server itself (NULL). `done` begins with fetch_take_over.
int fetch_for_client(struct rooms *rooms, const struct client *client, const struct table_ids *ids,
                     void (*done)(struct rooms *rooms, struct work *work), struct flip_error *error);
/// Fetches the table that a message is about. Gives the number to hold the message for; messages about a table that is being fetched
/// already get the number of that. When it is here, they are handled, and if it cannot be opened, they are refused.
int fetch_for_message(struct rooms *rooms, const struct client *client, const char *id, uint64_t *number,
                      struct flip_error *error);
/// Another server has a newer version of the room, or may have: it is fetched, and takes the place of this one.
void fetch_again(struct rooms *rooms, const struct room *room);
/// Is the table being fetched for messages, or again?
bool fetching(const struct rooms *rooms, const char *id);
/// The loop takes over what the worker has found.
void fetch_take_over(struct rooms *rooms, struct fetch *fetch);

/*
 * A seat's sheet as text, for terminals on other machines: the game draws it here, from what the viewer may know, and the terminal
 * only displays it. So a terminal can play a game that it does not know.
 */

/// `viewer` is a seat or FLIP_PUBLIC. NULL with the reason if it cannot be drawn.
json_t *canvas_json(const struct room *room, int viewer, int shown, int width, int height, struct flip_error *error);
/// The same sheet in sentences: {"words"}, null where the game has none; with `aim`, a move of `viewer` as text, what it could be aimed at,
/// and `tell`, what it does.
json_t *words_json(const struct room *room, int viewer, int shown, const char *aim, struct flip_error *error);

#endif
