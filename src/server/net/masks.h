/*
 * Masks: a WebSocket client must mask every frame, and one that does not is cut off. And the head of a request as it came.
 */
#ifndef FLIPSIDE_SERVER_NET_MASKS_H
#define FLIPSIDE_SERVER_NET_MASKS_H

#include <stdbool.h>

/// Makes room for connections whose file numbers lie below `files`. -1: no memory. Close it when no connection is left.
int masks_open(int files);
void masks_close(void);

/// What arrives on this connection is read along from here, its first byte, until the end.
void masks_watch(int fd);
void masks_forget(int fd);
/// The connection is a WebSocket now: frames follow the request. Is all well so far?
bool masks_expect(int fd);
/// Did the request that came over this connection write its address in the one form that counts, and every header so that no other can be
/// missed (head.h)?
bool masks_address_plain(int fd);
bool masks_head_plain(int fd);

#endif
