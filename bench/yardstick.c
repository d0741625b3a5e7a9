/*
 * A yardstick for speed: random tic-tac-toe with a list of legal moves, on one core, for two seconds. It prints steps per second.
 * Absolute figures change from machine to machine; the ratio of two figures of the same minute hardly does, so bench/run gives
 * the speeds of games as ratios to this. To be compiled with -O2.
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static uint64_t chance = 88172645463325252u;

static uint32_t below(uint32_t n)
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return (uint32_t)(((chance >> 32) * n) >> 32);
}

static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static int won(const char *board, char player)
{
    for (int i = 0; i < 8; i++)
        if (board[lines[i][0]] == player && board[lines[i][1]] == player && board[lines[i][2]] == player)
            return 1;
    return 0;
}

/* Returns how many steps the game had; `winners` adds up who won, so that nothing can be left out. */
static int play(uint64_t *winners)
{
    char board[9] = {0}, player = 1;
    for (int step = 0; step < 9; step++) {
        int list[9], count = 0;
        for (int i = 0; i < 9; i++)
            if (!board[i])
                list[count++] = i;
        board[list[below((uint32_t)count)]] = player;
        if (won(board, player)) {
            *winners += (uint64_t)player;
            return step + 1;
        }
        player = (char)(3 - player);
    }
    return 9;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(void)
{
    uint64_t steps = 0, winners = 0;
    const double start = seconds();
    double elapsed;
    do {
        for (int game = 0; game < 100000; game++)
            steps += (uint64_t)play(&winners);
        elapsed = seconds() - start;
    } while (elapsed < 2);
    printf("%.0f %d\n", (double)steps / elapsed, (int)(winners & 1));
    return 0;
}
