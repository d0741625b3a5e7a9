/* Messages about what happens between people at a table: offers and their answers, the owner's actions, who hears whom. */
#ifndef FLIPSIDE_SERVER_ROUTES_TABLE_LIFE_H
#define FLIPSIDE_SERVER_ROUTES_TABLE_LIFE_H

#include <flipside/error.h>

struct message;

int do_offer(struct message *message, struct flip_error *error);
int do_answer(struct message *message, struct flip_error *error);
/// Offers and answers as clients sent them before there were others.
int do_end(struct message *message, struct flip_error *error);
int do_rematch(struct message *message, struct flip_error *error);
/// An older page of the chat.
int do_older(struct message *message, struct flip_error *error);
int do_mute(struct message *message, struct flip_error *error);
int do_return(struct message *message, struct flip_error *error);
int do_put_bot(struct message *message, struct flip_error *error);
int do_remove_bot(struct message *message, struct flip_error *error);
int do_start(struct message *message, struct flip_error *error);

#endif
