/* Tables for pairings: made by the server with everybody in their seats, so that the first card is dealt at once. */
#include "server/loop/loop.h"
#include "server/net/net.h"
#include "server/people/people.h"
#include "server/rooms/rooms.h"
#include "server/tournaments/tournaments.h"

#include <string.h>

/* --- telling ------------------------------------------------------------------------------------------------------------ */

/* {"push":"tournament","id","name","what","table","round"}: `what` is table, bye, begun, over or called off. */
static void tell_person(struct people *people, const struct contest *contest, const char *person, const char *what,
                        const struct store_pairing *pairing)
{
    person_push_json(people, person,
                     json_pack("{s:s, s:s, s:s, s:s, s:s, s:s?, s:i}", "push", "tournament", "id", contest->row.id,
                               "name", contest->row.name, "game", contest->row.game, "what", what, "table",
                               pairing && pairing->table[0] ? pairing->table : NULL, "round",
                               pairing ? pairing->round + 1 : 0));
}

void contest_tell(struct people *people, const struct contest *contest, const char *what)
{
    for (int i = 0; i < contest->rules.players; i++)
        tell_person(people, contest, contest->entrants[i].person, what, NULL);
}

void contest_tell_table(struct people *people, const struct contest *contest, int number)
{
    const struct store_pairing *pairing = &contest->pairings[number];
    for (int i = 0; i < pairing->seats; i++)
        tell_person(people, contest, contest->entrants[pairing->player[i]].person, pairing->over ? "bye" : "table",
                    pairing);
}

/* --- one table ---------------------------------------------------------------------------------------------------------- */

/* Is there somebody who can sit down? */
static bool is_there(const struct store_entrant *entrant) { return entrant->person[0] || entrant->level > 0; }

static void fill_seat(const struct store_entrant *entrant, struct seat *seat)
{
    *seat = (struct seat){.kind = entrant->level > 0 ? SEAT_BOT : SEAT_PERSON, .level = entrant->level};
    memcpy(seat->person, entrant->person, sizeof seat->person);
    memcpy(seat->name, entrant->name, sizeof seat->name);
}

/* Without a table: who is there has won, and the others have forfeited. */
static void decide(const struct contest *contest, struct store_pairing *pairing)
{
    for (int i = 0; i < pairing->seats; i++)
        pairing->place[i] = is_there(&contest->entrants[pairing->player[i]]) ? 1 : 0;
    pairing->over = true;
}

static bool everybody_there(const struct contest *contest, const struct store_pairing *pairing)
{
    for (int i = 0; i < pairing->seats; i++)
        if (!is_there(&contest->entrants[pairing->player[i]]))
            return false;
    return true;
}

static int make_table(struct rooms *rooms, const struct contest *contest, struct store_pairing *pairing,
                      struct flip_error *error)
{
    struct seat seats[STORE_TABLE_SEATS];
    for (int i = 0; i < pairing->seats; i++)
        fill_seat(&contest->entrants[pairing->player[i]], &seats[i]);
    const struct room *room = room_make_seated(rooms, contest->setup, seats, pairing->seats, contest->row.id, error);
    if (!room)
        return -1;
    memcpy(pairing->table, room->id, sizeof pairing->table);
    return 0;
}

/* A game that refuses the table (its edition has changed, say) decides nothing and must not hold up the others. */
static int seat_one(struct tournaments *all, struct contest *contest, int number, struct flip_error *error)
{
    struct store_pairing *pairing = &contest->pairings[number];
    if (!everybody_there(contest, pairing)) {
        decide(contest, pairing);
    } else if (make_table(all->rooms, contest, pairing, error) < 0) {
        if (server_failure(error) || all->loop->failed)
            return -1;
        log_event("error", "tournament_table", "why", error->message, NULL);
        decide(contest, pairing);
    }
    contest->tables[number].over = pairing->over;
    memcpy(contest->tables[number].place, pairing->place, sizeof pairing->place);
    if (store_pairing_put(all->loop->store, contest->row.id, pairing, error) < 0)
        return -1;
    contest_tell_table(all->people, contest, number);
    return 0;
}

int contest_seat(struct tournaments *all, struct contest *contest, int most, struct flip_error *error)
{
    for (int i = 0; i < contest->rules.tables; i++) {
        const struct store_pairing *pairing = &contest->pairings[i];
        if (pairing->over || pairing->table[0])
            continue;
        if (most-- == 0) {
            tournaments_look(all);
            return 0;
        }
        if (contest_claim(all, contest, error) < 0 || seat_one(all, contest, i, error) < 0)
            return -1;
    }
    return 0;
}
