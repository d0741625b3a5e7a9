/* A program without libcurl and OpenSSL sends nothing. */
#include "server/post/letter.h"

bool deliver_can(void) { return false; }

int seal_make_key(unsigned char vapid[VAPID_BYTES])
{
    (void)vapid;
    return -1;
}

void deliver(struct letter *letter) { letter->fate = FATE_REFUSED; }
