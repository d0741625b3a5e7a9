/* Common to all matches. */
#include "faces/terminal/match/match.h"

#include "core/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char flip_match_lost[] = "The connection is lost. Your game is safe. Reconnecting …";
const char flip_match_found[] = "Connected again.";

int flip_match_save(const struct flip_match *match, const char *path, struct flip_error *error)
{
    char *text = match->calls->record(match, error);
    const int result = text ? flip_file_write(path, text, strlen(text), error) : -1;
    free(text);
    return result;
}

void flip_match_keep(struct flip_match *match, const char *path)
{
    struct flip_error error = {0};
    match->save_error[0] = '\0';
    if (flip_match_save(match, path, &error) < 0)
        snprintf(match->save_error, sizeof match->save_error, "%s", error.message);
    else
        snprintf(match->finished, sizeof match->finished, "%s", path);
}

void flip_match_stage(const struct flip_match *match, int viewer, const char *gap, struct flip_text *out)
{
    json_t *view = match->calls->view(match, viewer);
    flip_outcome_stage(view, gap, out);
    json_decref(view);
}

void flip_match_scores(const struct flip_match *match, struct flip_text *out)
{
    json_t *result = match->calls->result(match), *view = match->calls->view(match, FLIP_PUBLIC);
    flip_outcome_scores(result, view, match->names, match->seats, out);
    json_decref(view);
    json_decref(result);
}

enum flip_weighing flip_match_warn(const char *words, struct flip_error *why)
{
    flip_fail(why, FLIP_ERROR_WAITING, "Careful (choose it again to make this move all the same). %s", words);
    return FLIP_WARNED;
}

const char *flip_match_switch_tutor(struct flip_match *match)
{
    if (match->lesson)
        return match->lesson->puzzle ? "In a puzzle you are told afterwards." : "In a lesson the text is your tutor.";
    const bool more = match->tutor && !match->warns;
    match->tutor = more || !match->tutor;
    match->warns = more;
    return more           ? "The tutor says after each of your moves whether it was good, and warns before a blunder."
           : match->tutor ? "The tutor says after each of your moves whether it was good."
                          : "The tutor is silent.";
}
