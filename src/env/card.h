/* The games of an environment on a graphics card. Any thread may use it, one at a time. */
#ifndef FLIPSIDE_ENV_CARD_H
#define FLIPSIDE_ENV_CARD_H

#include "env/slot.h"

struct env_card;

/// Room for the games and their results. NULL: the error says why not.
struct env_card *env_card_open(const struct env_setup *setup, struct flip_error *error);
void env_card_close(struct env_card *card);
/// Where the games lie, an address of the card.
char *env_card_slots(const struct env_card *card);
/// Packed observations go where the set-up says from now on.
int env_card_pack(struct env_card *card, const struct env_setup *setup, struct flip_error *error);
/// Does work that needs no check, and brings the results back.
int env_card_run(struct env_card *card, const struct env_setup *setup, const struct env_work *work,
                 struct flip_error *error);
/// The same with actions, which are brought to the card, into `work` too, and checked first. 1: one is not legal, the action of `place`, and nothing
/// has moved.
int env_card_step(struct env_card *card, const struct env_setup *setup, struct env_work *work, int *place, int *action,
                  struct flip_error *error);
/// Copies one game from the card.
int env_card_fetch(struct env_card *card, const struct env_setup *setup, int place, struct env_slot *out,
                   struct flip_error *error);

#endif
