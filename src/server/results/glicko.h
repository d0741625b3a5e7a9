/* Glicko-2 after Mark Glickman's description: a rating, how sure it is (the deviation), and how steady (the volatility). */
#ifndef FLIPSIDE_SERVER_RESULTS_GLICKO_H
#define FLIPSIDE_SERVER_RESULTS_GLICKO_H

struct glicko {
    double rating, deviation, volatility;
};

/// How a player did against another in a period: 1 won, 0.5 drawn, 0 lost.
struct glicko_meeting {
    struct glicko other;
    double score;
};

#define GLICKO_DEVIATION 350.0

/// Somebody who has never played.
struct glicko glicko_new(void);
/// Some periods without a game: the rating stays but becomes less certain.
struct glicko glicko_idle(struct glicko player, int periods);
/// The rating after a period with these meetings; the others' ratings are those before it.
struct glicko glicko_after(struct glicko player, const struct glicko_meeting *meetings, int count);

#endif
