/* Errors are values: a function that fails says why, in a sentence a person can act on. */
#ifndef FLIPSIDE_ERROR_H
#define FLIPSIDE_ERROR_H

#include <flipside/api.h>

FLIP_API_BEGIN

#define FLIP_ERROR_SIZE 480

/* All kinds of errors of the library: number, name in C (FLIP_ERROR_BAD_SEAT), word in the line protocol ("bad_seat"),
   meaning. A number keeps its meaning for ever: a new kind gets the next one, and the number of a retired kind is not
   reused. */
/* clang-format off */
#define FLIP_ERROR_CODES(X) \
    X(1, AMBIGUOUS, ambiguous, "The notation fits more than one move.") \
    X(2, BAD_EDITION, bad_edition, "The edition breaks a rule of its format.") \
    X(3, BAD_GAME, bad_game, "A game from outside cannot be used.") \
    X(4, BAD_LESSON, bad_lesson, "The lesson cannot be played as it is written.") \
    X(5, BAD_OPTION, bad_option, "An option has a value that the game does not know.") \
    X(6, BAD_OUTCOME, bad_outcome, "The outcome of a flick cannot be right.") \
    X(7, BAD_PLAYER, bad_player, "The player is not one that can be seated.") \
    X(8, BAD_RECORD, bad_record, "The record is broken.") \
    X(9, BAD_SCENE, bad_scene, "The scene of a flick cannot be simulated.") \
    X(10, BAD_SEAT, bad_seat, "There is no such seat.") \
    X(11, BAD_SHAPE, bad_shape, "The piece cannot be read.") \
    X(12, BUDGET, budget, "The time or the number of tries for a bot makes no sense.") \
    X(13, CANNOT_UNDO, cannot_undo, "This step cannot be taken back.") \
    X(14, FILE, file, "A file cannot be read or written.") \
    X(15, GONE, gone, "A program at the table has ended.") \
    X(16, ILLEGAL, illegal, "The rules do not allow this move.") \
    X(17, IMPOSSIBLE_EVENT, impossible_event, "The cards or dice cannot fall that way.") \
    X(18, LATE, late, "A program at the table did not answer in time.") \
    X(19, LESSON, lesson, "The lesson asks for something else.") \
    X(20, LEVEL, level, "There is no such level.") \
    X(21, NO_DEVICE, no_device, "There is no graphics card that could play.") \
    X(22, NO_GAME, no_game, "No game has been set up.") \
    X(23, NO_MEMORY, no_memory, "There is not enough memory.") \
    X(24, NO_SEED, no_seed, "The seed is not known yet.") \
    X(25, NO_THREAD, no_thread, "The system gives no thread.") \
    X(26, NO_TUTOR, no_tutor, "The tutor cannot judge this.") \
    X(27, NOT_DEALT, not_dealt, "The event was not dealt by this stream.") \
    X(28, NOT_YOUR_TURN, not_your_turn, "This seat has nothing to decide.") \
    X(29, OPEN, open, "The move has numbers that are still open.") \
    X(30, OUTSIDE, outside, "The event comes from outside and has to be given.") \
    X(31, OVER, over, "The game is over.") \
    X(32, RANGE, range, "A number is too large to be counted.") \
    X(33, SEATS, seats, "The game is not for that many, or not for those.") \
    X(34, SYNTAX, syntax, "It cannot be read.") \
    X(35, THREADS, threads, "The number of threads makes no sense.") \
    X(36, TOO_LONG, too_long, "It is too long.") \
    X(37, TOO_MANY, too_many, "There are too many.") \
    X(38, TURN, turn, "It is the turn of somebody else.") \
    X(39, TYPE, type, "It is not of the kind that is wanted.") \
    X(40, USAGE, usage, "The command line is not as it should be.")
/* clang-format on */

#define FLIP_ERROR_CODE(number, NAME, word, sentence) FLIP_ERROR_##NAME = (number),
/* From FLIP_ERROR_OWN on the codes are a program's own; the program flipside uses those up to 2999. */
/* clang-format off */
enum flip_error_code { FLIP_ERROR_NONE = 0, FLIP_ERROR_CODES(FLIP_ERROR_CODE) FLIP_ERROR_OWN = 1000 };
/* clang-format on */

/// `code` is for programs, `message` for people.
struct flip_error {
    int code; /* enum flip_error_code, or one of the program's own */
    char message[FLIP_ERROR_SIZE];
};

/// Fills `error` (which may be NULL) and returns -1, so that `return flip_fail(...)` reads well.
int flip_fail(struct flip_error *error, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));
/// The word for a code, as in the line protocol: "bad_seat"; "" for FLIP_ERROR_NONE and unknown codes.
const char *flip_error_word(int code);
/// What a code means, in a sentence that is true for every error of that kind; "" where there is no word.
const char *flip_error_sentence(int code);
/// The code for a word, or FLIP_ERROR_NONE.
int flip_error_named(const char *word);

#ifdef __clang_analyzer__ /* it looks at one file at a time, so this shows it that the result is always -1 */
static inline int flip_always_minus_one(int result) { return result < 0 ? result : -1; }
#define flip_fail(...) flip_always_minus_one(flip_fail(__VA_ARGS__))
#endif

FLIP_API_END

#endif
