/*
 * In the page there is no network under the tables: messages come and go through solo.h. What the server's rooms know of
 * libwebsockets is a handful of names; here they are, and do nothing.
 */
#ifndef FLIPSIDE_SOLO_SHIM_LIBWEBSOCKETS_H
#define FLIPSIDE_SOLO_SHIM_LIBWEBSOCKETS_H

#include <stdbool.h>
#include <stdint.h>

enum { LWS_PRE = 16, NO_PENDING_TIMEOUT = 0 };

struct lws;
struct lws_context;
struct lws_protocols {
    const char *name;
};
typedef int64_t lws_usec_t;
typedef struct {
    lws_usec_t us;
} lws_sorted_usec_list_t;

static inline int lws_callback_on_writable(struct lws *wsi) { return wsi ? 1 : 0; }
static inline void lws_cancel_service(struct lws_context *context) { (void)context; }
static inline lws_usec_t lws_now_usecs(void) { return 0; }
static inline void lws_sul_schedule(struct lws_context *context, int thread, lws_sorted_usec_list_t *timer,
                                    void (*due)(lws_sorted_usec_list_t *timer), lws_usec_t us)
{
    (void)context;
    (void)thread;
    (void)due;
    timer->us = us;
}
static inline void lws_set_timeout(struct lws *wsi, int reason, int seconds)
{
    (void)wsi;
    (void)reason;
    (void)seconds;
}
static inline void lws_callback_on_writable_all_protocol(const struct lws_context *context,
                                                         const struct lws_protocols *protocol)
{
    (void)context;
    (void)protocol;
}
static inline void lws_sul_cancel(lws_sorted_usec_list_t *timer) { timer->us = 0; }

#endif
