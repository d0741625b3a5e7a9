/*
 * People among each other: who is a friend of whom, who may see and ask what, and who has to be told when that changes. What is
 * here decides; the requests are in routes/friends.c and routes/challenges.c.
 */
#ifndef FLIPSIDE_SERVER_PEOPLE_FRIENDS_H
#define FLIPSIDE_SERVER_PEOPLE_FRIENDS_H

#include "server/net/request.h"
#include "store/store.h"

/// The person whom a request names by "person" (an id) or "name" (an account's, or that of a guest who is here), somebody other
/// than the asker; both are found.
int friends_read(struct request *request, const json_t *body, struct store_person *asker, struct store_person *other,
                 struct flip_error *error);
/// Is the asker among those for whom something of this person is? 1: yes, 0: no, -1: the store failed.
int friends_admit(struct server *server, const struct store_person *person, enum store_audience audience,
                  const char *asker, struct flip_error *error);
/// Refuses where one of the two has blocked the other.
int friends_check_blocks(struct server *server, const char *asker, const struct store_person *other,
                         struct flip_error *error);
/// Is the person here, as far as the asker may know? 1: yes.
int friends_see_present(struct server *server, const struct store_person *person, const char *asker,
                        struct flip_error *error);

/// The list of this person has changed: they are told, if they are here and want to know.
void friends_changed(struct server *server, const char *person);
/// Something about this person has changed that friends see.
int friends_of_changed(struct server *server, const char *person, struct flip_error *error);

#endif
