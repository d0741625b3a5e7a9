/*
 * Playing a match: on the screen (screen.c), or line by line in a dialogue, for screen readers, pipes and very small
 * terminals (plain.c).
 */
#pragma once

#include "faces/terminal/match/match.h"
#include "faces/terminal/window/window.h"

/// Both play a match to its end or until the player leaves, and return a flip_match_end or -1. The screen shows every
/// step of the others for `pace` milliseconds.
int flip_screen_play(struct flip_match *match, const struct flip_paint *paint, int pace, struct flip_error *error);
int flip_plain_play(struct flip_match *match, bool ascii, struct flip_error *error);

/* --- commands, for both ---------------------------------------------------------------------------------------------- */

enum flip_command_kind {
    FLIP_DO_NOTHING,
    FLIP_DO_LIST,
    FLIP_DO_FIND,
    FLIP_DO_TYPE,
    FLIP_DO_UNDO,
    FLIP_DO_HINT,
    FLIP_DO_TUTOR,
    FLIP_DO_OTHERS,
    FLIP_DO_PAGES,
    FLIP_DO_VIEW,
    FLIP_DO_SHEET,
    FLIP_DO_AIM,
    FLIP_DO_SCORES,
    FLIP_DO_SHORT,
    FLIP_DO_GOALS,
    FLIP_DO_DISCARDS,
    FLIP_DO_OLDER,
    FLIP_DO_RULES,
    FLIP_DO_HELP,
    FLIP_DO_SAVE,
    FLIP_DO_QUIT,
    FLIP_DO_FORGET
};

/// The command of a key or a typed line; `rest` is what follows its word.
enum flip_command_kind flip_command_key(int key);
enum flip_command_kind flip_command_said(const char *line, const char **rest);
/// The help: the keys and words of the screen, or the words of the dialogue.
void flip_command_help(bool keys, struct flip_text *out);
/// The words and moves that begin with what is typed, at most `cap`. Returns how many they are.
int flip_command_goes_on(const char *typed, const struct flip_match *match, const struct flip_actions *actions,
                         const char *out[], int cap);
/// Lists how they go on after so many typed bytes, each up to the end of its next word: "aim, arrange".
void flip_command_next(const char *const *texts, int count, size_t typed, struct flip_text *out);
/// How many bytes all these texts have in common at their beginnings.
size_t flip_command_common(const char *const *texts, int count);
/// The answer to an unknown line if a word or a move is near enough, "'scroes' is not known here: did you mean 'scores'?",
/// or if the word is for a server's table; else nothing.
void flip_command_meant(const char *line, const struct flip_match *match, const struct flip_actions *actions,
                        struct flip_text *out);

/* --- told by both (told.c) ---------------------------------------------------------------------------------------------- */

/// The answer to 'forget' at a server's table.
extern const char flip_told_kept_by_server[];
/// How everybody stands.
void flip_told_scores(struct flip_match *match, const struct flip_actions *actions, struct flip_text *out);
/// The goals if the game has some, with everybody's progress or without. False: there are none.
bool flip_told_goals(const struct flip_match *match, int viewer, bool progress, struct flip_text *out);
