/* What the files of this room and the program that trains judges (tools/judge) share. */
#pragma once

#include <flipside/judge.h>
#include <flipside/learn.h>

/*
 * The network. An input is a number of an observation times INPUT_UNIT, or a trait. A field of another seat has the same weights
 * whichever seat it is, so one network serves every number of seats. The first layer adds up columns of small weights for the inputs
 * that are not zero; its last OUTPUTS columns go straight to the outputs. Then come two layers of clipped units. All of it is whole
 * numbers, so every build on every machine says the same.
 */
enum {
    JUDGE_FORMAT = 1,
    JUDGE_FIELDS = 192,  /* different ones, over all set-ups */
    JUDGE_INPUTS = 4096, /* at most */
    JUDGE_COLUMNS = 128, /* at most; a multiple of 16 */
    JUDGE_SECOND = 32,   /* units of the second layer */
    JUDGE_OUTPUTS = 2,   /* points besides the guess, and how likely this seat wins, as a logarithm */
    JUDGE_LISTED = 1536, /* inputs of one seat that are not zero */
    JUDGE_INPUT_UNIT = 100,
    JUDGE_UNIT = 2048, /* 1 after the first layer */
    JUDGE_SHIFT = 11,
    JUDGE_SCALE_SHIFT = 20,
    JUDGE_POINTS = 10, /* an output of 1 */
    JUDGE_TRUST = 1000,
    JUDGE_NONE = UINT16_MAX
};

/// What is judged besides the observation: these fields come first.
extern const struct flip_field judge_own_fields[];

/// The fields of all set-ups that a judge knows. Those of other seats are named "other: …".
struct judge_fields {
    int count, inputs;
    struct {
        char name[FLIP_FIELD_NAME];
        int count, first;
    } field[JUDGE_FIELDS];
};

/// Where the numbers of an observation go: a place among the inputs for each.
struct judge_layout {
    const struct flip_game *game;
    const void *rules;
    int seats, numbers;
    int first_trait, traits;
    uint16_t place[JUDGE_INPUTS];
    uint16_t own[16]; /* of judge_own_fields */
};

struct judge_input {
    uint16_t place;
    int16_t value;
};

/// Adds the fields of a set-up; -1: there are too many, or one has another size than before.
int judge_fields_add(struct judge_fields *fields, const struct flip_game *game, const void *rules);
/// Fails where the set-up shows something that the fields do not have.
int judge_layout_make(struct judge_layout *layout, const struct judge_fields *fields, const struct flip_game *game,
                      const void *rules, int seats, struct flip_error *error);
/// The points that each seat seems to get, before the judge is asked.
void judge_guess(const struct judge_layout *layout, const void *state, const struct flip_result *result, double *guess);
/// The inputs of a seat that are not zero; returns how many.
int judge_inputs(const struct judge_layout *layout, const void *state, int seat, const struct flip_result *result,
                 const double *guess, struct judge_input *out);

/// The weights, as they lie in the file behind its head.
struct judge_net {
    int columns, inputs;
    const int8_t *first;   /* [inputs][columns] */
    const int32_t *scale;  /* [columns] */
    const int32_t *bias;   /* [columns] */
    const int16_t *second; /* [JUDGE_SECOND][columns] */
    const int32_t *second_bias;
    const int16_t *third; /* [JUDGE_OUTPUTS][JUDGE_SECOND] */
    const int32_t *third_bias;
    int trust[FLIP_MAX_SEATS +
              1]; /* by seats: how far its shares are believed, in thousandths; more makes them extremer */
};

/// Reads the head of a file of weights. `memory` holds what must be aligned, and has at least `size` bytes.
int judge_read(const unsigned char *file, size_t size, const struct flip_game *game, struct judge_fields *fields,
               int *traits, struct judge_net *net, void *memory, struct flip_error *error);
/// How many bytes follow the head.
size_t judge_net_size(int inputs, int columns);
void judge_net_in(struct judge_net *net, int inputs, int columns, const void *data);
