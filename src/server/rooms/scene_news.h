/*
 * What is new in a scene: chat, notices and the log, each with its own limit. What does not fit comes with the next scene, which follows
 * at once; of a chat that was there before, only the last lines come by themselves, and the older ones when they are asked for.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_SCENE_NEWS_H
#define FLIPSIDE_SERVER_ROOMS_SCENE_NEWS_H

#include "server/rooms/watch.h"

#include <flipside/json.h>

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

#endif
