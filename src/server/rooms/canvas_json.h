/*
 * A seat's sheet as text, for terminals on other machines: the game draws it here, from what the viewer may know, and the terminal
 * only displays it. So a terminal can play a game that it does not know.
 */
#ifndef FLIPSIDE_SERVER_ROOMS_CANVAS_JSON_H
#define FLIPSIDE_SERVER_ROOMS_CANVAS_JSON_H

#include "server/rooms/room.h"

/// `viewer` is a seat or FLIP_PUBLIC. NULL with the reason if it cannot be drawn.
json_t *canvas_json(const struct room *room, int viewer, int shown, int width, int height, struct flip_error *error);

#endif
