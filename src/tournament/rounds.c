/* Who plays in which round, how many rounds there are, and how many tables each has. */
#include "tournament/parts.h"

bool plays_in(const struct tournament_player *player, int round)
{
    return player->entered <= round && round < player->left;
}

int starters(const struct tournament *tournament)
{
    int count = 0;
    while (count < tournament->players && tournament->player[count].entered == 0)
        count++;
    return count;
}

int tables_for(const struct tournament *tournament, int players)
{
    const int tables = (players + tournament->seats - 1) / tournament->seats;
    return tables * tournament->least <= players ? tables : players / tournament->least;
}

int table_size(const struct tournament *tournament, int players, int tables, int number)
{
    const int seated = players < tables * tournament->seats ? players : tables * tournament->seats;
    return seated / tables + (number < seated % tables);
}

static int knock_out_rounds(const struct tournament *tournament, int players)
{
    int rounds = 0;
    for (int left = players, next; left > 1; left = next) {
        const int tables = tables_for(tournament, left);
        if (tables == 0)
            break;
        rounds++;
        next = left > tables * tournament->seats ? left - tables * tournament->seats : 0;
        if (tables == 1 && next == 0)
            break;
        for (int i = 0; i < tables; i++)
            next += kept_of(table_size(tournament, left, tables, i));
    }
    return rounds;
}

int tournament_rounds(const struct tournament *tournament)
{
    const int players = starters(tournament), others = tournament->seats - 1;
    switch (tournament->kind) {
    case TOURNAMENT_ROUND_ROBIN:
        if (tournament->rounds > 0 || players < 2)
            return tournament->rounds;
        return tournament->seats > 2 ? (players - 2 + others) / others : players - 1 + players % 2;
    case TOURNAMENT_KNOCK_OUT:
        return knock_out_rounds(tournament, players);
    default:
        return tournament->kind == TOURNAMENT_SWISS ? tournament->rounds : 0;
    }
}

int tournament_round(const struct tournament *tournament)
{
    int round = 0;
    for (int i = 0; i < tournament->tables; i++)
        round = tournament->table[i].round >= round ? tournament->table[i].round + 1 : round;
    return round;
}

bool tournament_playing(const struct tournament *tournament)
{
    for (int i = 0; i < tournament->tables; i++)
        if (!tournament->table[i].over)
            return true;
    return false;
}

int round_robin_opponent(const struct tournament *tournament, int player, int round)
{
    const int players = starters(tournament), circle = players - 1 + players % 2; /* its size: odd */
    const int last = circle;                                                      /* nobody, if that is `players` */
    const int turn = round % circle;
    if (player >= players)
        return -1;
    /* Two on the circle meet when their numbers add up to twice the turn; who would meet themselves meets the last. */
    const int opposite = player == last ? turn : ((2 * turn - player) % circle + circle) % circle;
    const int opponent = player != last && opposite == player ? last : opposite;
    return opponent < players ? opponent : -1;
}
