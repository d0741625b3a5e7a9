/* The compiled-in editions: canonical text and hash, as edition-compile wrote them; a game has one or several. A new game is
   two lines. */
#include "edition/loaders.h"

#include <string.h>

extern const struct edition_classic edition_classic_royalflip[];
extern const struct edition_classic edition_classic_fliptown[];
extern const struct edition_classic edition_classic_flipcity[];
extern const struct edition_classic edition_classic_insertcoin[];
extern const struct edition_classic edition_classic_flickemup[];

static const struct edition_classic *const classics[] = {
    edition_classic_royalflip,  edition_classic_fliptown,  edition_classic_flipcity,
    edition_classic_insertcoin, edition_classic_flickemup, NULL,
};

const struct edition_classic *edition_classic_of(const char *id)
{
    for (const struct edition_classic *const *classic = classics; *classic; classic++)
        if (strcmp((*classic)->id, id) == 0)
            return *classic;
    return NULL;
}
