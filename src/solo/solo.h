/*
 * The tables without a server: what the module offers to the page's worker, and what it asks of it. The rooms of src/server are
 * compiled as they are; this room is the ground under them in a page, with one person, no network and no files.
 *
 * The worker calls solo_open, then solo_restore for everything that was kept, then solo_start. After that it hands over messages
 * (docs/api.md, the socket) and requests (the same document, as far as one person alone needs them), and calls solo_turn as long as
 * that says that there is more to do. What was kept during a call has to be durable before what was sent during it is passed on.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define SOLO_EXPORT(name) __attribute__((export_name(#name)))
#define SOLO_IMPORT(name) __attribute__((import_module("flipside"), import_name(#name)))

/// Room for a text that the worker wants to hand over, and the end of it.
SOLO_EXPORT(solo_take) void *solo_take(size_t size);
SOLO_EXPORT(solo_free) void solo_free(void *text);

/// 0: not enough memory.
SOLO_EXPORT(solo_open) int solo_open(void);
/// Something that was kept before; called before solo_start. 0: it is not what this program keeps, and is left out.
SOLO_EXPORT(solo_restore) int solo_restore(const char *key, const char *text);
SOLO_EXPORT(solo_start) int solo_start(void);
/// A message of the page, as it would go to the socket.
SOLO_EXPORT(solo_message) void solo_message(const char *text, size_t length);
/// A request of the page; `solo_host_reply` with this number follows, perhaps in a later turn.
SOLO_EXPORT(solo_request) void solo_request(int number, bool post, const char *path, const char *body, size_t length);
/// A turn of the loop: what bots thought, what is to be kept, what is to be sent. 1: there is more to do.
SOLO_EXPORT(solo_turn) int solo_turn(void);

/// What the worker does for us: passes on a text for the page's socket, answers a request, and keeps a text under a key (NULL:
/// forgets it).
SOLO_IMPORT(send) void solo_host_send(const char *text, size_t length);
SOLO_IMPORT(reply) void solo_host_reply(int number, int status, const char *type, const char *text, size_t length);
SOLO_IMPORT(keep) void solo_host_keep(const char *key, const char *text, size_t length);
