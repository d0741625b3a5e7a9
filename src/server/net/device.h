/* What a browser says it is, in a few words. */
#ifndef FLIPSIDE_SERVER_NET_DEVICE_H
#define FLIPSIDE_SERVER_NET_DEVICE_H

#include "store/people.h"

struct lws;

/// "Firefox on Linux": the family of the browser and the system, and nothing that would tell two devices of the same kind apart.
/// Empty for anything but a known browser.
void device_asking(struct lws *wsi, char out[STORE_DEVICE]);

#endif
