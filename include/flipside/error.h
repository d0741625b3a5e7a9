/* Errors are values: a function that fails says why, in a sentence a person can act on. */
#ifndef FLIPSIDE_ERROR_H
#define FLIPSIDE_ERROR_H

#include <flipside/api.h>

FLIP_API_BEGIN

#define FLIP_ERROR_SIZE 480

/* Every kind of error: FLIP_ERROR_BAD_SEAT is "bad_seat" in the line protocol and in a server's answers, and what it
   means. */
/* clang-format off */
#define FLIP_ERROR_CODES(X) \
    X(ALREADY, already, "It has been done before.") \
    X(AMBIGUOUS, ambiguous, "The notation fits more than one move.") \
    X(BAD_EDITION, bad_edition, "The edition breaks a rule of its format.") \
    X(BAD_GAME, bad_game, "A game from outside cannot be used.") \
    X(BAD_LESSON, bad_lesson, "The lesson cannot be played as it is written.") \
    X(BAD_MESSAGE, bad_message, "The message is not understood.") \
    X(BAD_METHOD, bad_method, "The address does not answer to this method.") \
    X(BAD_NAME, bad_name, "The name is not one that can be used.") \
    X(BAD_OPTION, bad_option, "An option has a value that the game does not know.") \
    X(BAD_OUTCOME, bad_outcome, "The outcome of a flick cannot be right.") \
    X(BAD_PASSWORD, bad_password, "The password cannot be used.") \
    X(BAD_PLAYER, bad_player, "The player is not one that can be seated.") \
    X(BAD_RECORD, bad_record, "The record is broken.") \
    X(BAD_SCENE, bad_scene, "The scene of a flick cannot be simulated.") \
    X(BAD_SEAT, bad_seat, "There is no such seat.") \
    X(BAD_SHAPE, bad_shape, "The piece cannot be read.") \
    X(BANNED, banned, "The account or address is shut out.") \
    X(BLOCKED, blocked, "One of the two has blocked the other.") \
    X(BROKEN_TABLE, broken_table, "The table cannot go on as it was saved.") \
    X(BUDGET, budget, "The time or the number of tries for a bot makes no sense.") \
    X(BUSY, busy, "There is too much to do at the moment.") \
    X(CANNOT_UNDO, cannot_undo, "This step cannot be taken back.") \
    X(CERTIFICATE, certificate, "The certificate or its key cannot be used.") \
    X(CHANGED, changed, "It changed in the meantime.") \
    X(CLAIMED, claimed, "The name has an account already.") \
    X(DAILY, daily, "The daily game does not allow this.") \
    X(EMPTY, empty, "There is nothing in it.") \
    X(EXISTS, exists, "The file is there already.") \
    X(FILE, file, "A file cannot be read or written.") \
    X(GONE, gone, "A program at the table has ended.") \
    X(ILLEGAL, illegal, "The rules do not allow this move.") \
    X(IMPOSSIBLE_EVENT, impossible_event, "The cards or dice cannot fall that way.") \
    X(IN_USE, in_use, "Another program is using it.") \
    X(LATE, late, "A program at the table did not answer in time.") \
    X(LESSON, lesson, "The lesson asks for something else.") \
    X(LEVEL, level, "There is no such level.") \
    X(LIMIT, limit, "A limit is reached.") \
    X(LISTEN, listen, "The server cannot listen there.") \
    X(MOVES, moves, "A game offers more or fewer moves than it may.") \
    X(NAME_TAKEN, name_taken, "The name belongs to somebody else.") \
    X(NO_DEVICE, no_device, "There is no graphics card that could play.") \
    X(NO_FILE, no_file, "There is no such file.") \
    X(NO_GAME, no_game, "No game has been set up.") \
    X(NO_HOME, no_home, "There is no home folder.") \
    X(NO_LENGTH, no_length, "The request does not say how long it is.") \
    X(NO_MEMORY, no_memory, "There is not enough memory.") \
    X(NO_SEED, no_seed, "The seed is not known yet.") \
    X(NO_TABLE, no_table, "There is no such table.") \
    X(NO_TEAM, no_team, "The game has no teams.") \
    X(NO_TERMINAL, no_terminal, "There is no terminal to draw on.") \
    X(NO_THREAD, no_thread, "The system gives no thread.") \
    X(NO_TUTOR, no_tutor, "The tutor cannot judge this.") \
    X(NOT_DEALT, not_dealt, "The event was not dealt by this stream.") \
    X(NOT_FOUND, not_found, "There is no such thing.") \
    X(NOT_INVITED, not_invited, "The table is for those who were invited.") \
    X(NOT_OWNER, not_owner, "The table belongs to somebody else.") \
    X(NOT_YOUR_SEAT, not_your_seat, "The seat belongs to somebody else.") \
    X(NOT_YOUR_TURN, not_your_turn, "This seat has nothing to decide.") \
    X(OFFERED, offered, "It was offered or answered already.") \
    X(OFFLINE, offline, "The server cannot be reached.") \
    X(OPEN, open, "The move has numbers that are still open.") \
    X(OPTION, option, "An option is not written as it should be.") \
    X(ORIGIN, origin, "The request comes from a foreign page.") \
    X(OUTSIDE, outside, "The event comes from outside and has to be given.") \
    X(OVER, over, "The game is over.") \
    X(PROGRAM, program, "It is not for programs, or only for them.") \
    X(RANGE, range, "A number is too large to be counted.") \
    X(RATED, rated, "A rated game does not allow this.") \
    X(REFUSED, refused, "The server refused it.") \
    X(RUNNING, running, "The game still goes on.") \
    X(SCOPE, scope, "The token does not allow this.") \
    X(SEAT_TAKEN, seat_taken, "Somebody sits there.") \
    X(SEATS, seats, "The game is not for that many, or not for those.") \
    X(STALE, stale, "The table has moved on.") \
    X(STORE, store, "The server could not save or read it.") \
    X(STRANGER, stranger, "The request does not say who asks.") \
    X(SYNTAX, syntax, "It cannot be read.") \
    X(TEST, test, "A test made this fail.") \
    X(THREADS, threads, "The number of threads makes no sense.") \
    X(TOO_EARLY, too_early, "It is not time yet.") \
    X(TOO_LARGE, too_large, "It is too large.") \
    X(TOO_LONG, too_long, "It is too long.") \
    X(TOO_MANY, too_many, "There are too many.") \
    X(TURN, turn, "It is the turn of somebody else.") \
    X(TYPE, type, "It is not of the kind that is wanted.") \
    X(UNKNOWN_COMMAND, unknown_command, "There is no such command.") \
    X(UNKNOWN_GAME, unknown_game, "There is no such game.") \
    X(UNWANTED, unwanted, "The other person does not want to be asked.") \
    X(USAGE, usage, "The command line is not as it should be.") \
    X(WAITING, waiting, "The game has not begun.") \
    X(WRONG_CODE, wrong_code, "The name and the recovery code do not belong together.") \
    X(WRONG_PASSWORD, wrong_password, "The name and the password do not belong together.")
/* clang-format on */

#define FLIP_ERROR_CODE(NAME, word, sentence) FLIP_ERROR_##NAME,
enum flip_error_code { FLIP_ERROR_NONE, FLIP_ERROR_CODES(FLIP_ERROR_CODE) FLIP_ERROR_COUNT };
#undef FLIP_ERROR_CODE

/// `code` is for programs, `message` for people.
struct flip_error {
    enum flip_error_code code;
    char message[FLIP_ERROR_SIZE];
};

/// Fills `error` (which may be NULL) and returns -1, so that `return flip_fail(...)` reads well.
int flip_fail(struct flip_error *error, enum flip_error_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/// The word for a code, as programs read it: "bad_seat".
const char *flip_error_word(enum flip_error_code code);
/// What a code means, in a sentence that is true for every error of that kind.
const char *flip_error_sentence(enum flip_error_code code);
/// The code for a word; FLIP_ERROR_NONE: there is none.
enum flip_error_code flip_error_named(const char *word);

#ifdef __clang_analyzer__ /* which looks at one file at a time: here it sees that the result is always -1 */
static inline int flip_always_minus_one(int result) { return result < 0 ? result : -1; }
#define flip_fail(...) flip_always_minus_one(flip_fail(__VA_ARGS__))
#endif

FLIP_API_END

#endif
