/* What the rules made of a flick, as a phrase: the log tells it, views show it. */
#include "games/flickemup/flickemup.h"

const char *const flickemup_places[FLICKEMUP_BUILDINGS] = {"the Sheriff's office", "the Bank",      "the Saloon",
                                                           "the General Store",    "the Town Hall", "the Undertaker's"};

void flickemup_add_piece(struct flip_text *out, int piece)
{
    static const struct {
        int first;
        const char *word;
    } kinds[] = {{FLICKEMUP_BLOCK, "a support block"}, {FLICKEMUP_TUMBLEWEEDS, "a tumbleweed"},
                 {FLICKEMUP_FENCES, "a fence"},        {FLICKEMUP_CACTUSES, "a cactus"},
                 {FLICKEMUP_BARRELS, "a barrel"},      {FLICKEMUP_GALLOWS, "the gallows"}};
    if (piece == FLICKEMUP_NOBODY) {
        flip_text_add(out, "nothing");
        return;
    }
    if (piece < FLICKEMUP_COWBOYS) {
        flip_text_add(out, "%s", flickemup_piece_names[piece]);
        return;
    }
    if (piece < FLICKEMUP_FIGURES) {
        flip_text_add(out, "a witness");
        return;
    }
    if (piece < FLICKEMUP_GALLOWS) {
        flip_text_add(out, "%s", flickemup_places[piece - FLICKEMUP_BUILDINGS_AT]);
        return;
    }
    int i = 0;
    while (piece < kinds[i].first)
        i++;
    flip_text_add(out, "%s", kinds[i].word);
}

static void with_names(const char *sentence, int piece, int figure, struct flip_text *out)
{
    for (const char *c = sentence; *c; c++) {
        if (*c == '@')
            flickemup_add_piece(out, piece);
        else if (*c == '#')
            flickemup_add_piece(out, figure);
        else
            flip_text_put(out, c, 1);
    }
}

void flickemup_say(const struct flickemup_rules *rules, const struct flickemup_verdict *verdict, struct flip_text *out)
{
    /* @ is what was touched, # is the figure. They are part of views, and so of what puzzles are named by: do not reword them. */
    static const char *const sentences[] = {
        [FLICKEMUP_RULED_NOTHING] = "",
        [FLICKEMUP_RULED_MOVED] = "the move succeeds",
        [FLICKEMUP_RULED_TOUCHED] = "the disc touched @, so he returns to his starting point",
        [FLICKEMUP_RULED_OFF] = "the disc left the table, so he returns to his starting point",
        [FLICKEMUP_RULED_STUCK] = "the disc did not get out: he stays inside @",
        [FLICKEMUP_RULED_ENTERED] = "he is inside @",
        [FLICKEMUP_RULED_CHALLENGE] = "he enters @, and an enemy is there: a duel",
        [FLICKEMUP_RULED_LEFT] = "he has left @",
        [FLICKEMUP_RULED_EXIT] = "he is gone, with all he had",
        [FLICKEMUP_RULED_HIT] = "a hit: # is down and loses a hit point",
        [FLICKEMUP_RULED_KILLED] = "a hit: # has lost the last hit point",
        [FLICKEMUP_RULED_GRAZED] = "grazed: # still stands",
        [FLICKEMUP_RULED_RICOCHET] = "hit by ricochet off @: does not count, # stands up again",
        [FLICKEMUP_RULED_SECOND] = "@ was touched first and stands: # does not count and stands up again",
        [FLICKEMUP_RULED_STRUCK] = "the bullet struck @: no hit",
        [FLICKEMUP_RULED_MISSED] = "a miss: the bullet touched nothing",
        [FLICKEMUP_RULED_LYING] = "# lay already: no hit",
        [FLICKEMUP_RULED_BLAST] = "the dynamite goes off",
        [FLICKEMUP_RULED_FIZZLED] = "the dynamite left the table: nothing happens",
        [FLICKEMUP_RULED_DUEL_OVER] = "nobody was hit in six shots: # goes back to where he came from",
        [FLICKEMUP_RULED_BEHIND] = "@ lay already and was touched first: # does not count and stands up again",
    };
    with_names(sentences[verdict->ruling], verdict->piece, verdict->figure, out);
    if (verdict->ruling == FLICKEMUP_RULED_EXIT && rules->edition.exit[verdict->piece].name[0])
        flip_text_add(out, ", by exit %s", rules->edition.exit[verdict->piece].name);
    if (verdict->ruling == FLICKEMUP_RULED_BLAST) {
        if (verdict->count == 1)
            with_names(": # is hit", 0, verdict->figure, out);
        else
            flip_text_add(out, verdict->count ? ": %d are hit" : ": nobody is hit", verdict->count);
    }
    const bool hit = verdict->ruling == FLICKEMUP_RULED_HIT || verdict->ruling == FLICKEMUP_RULED_KILLED;
    if (hit && verdict->stood_up)
        flip_text_add(out, "; the others who fell stand up again");
    if (verdict->frozen)
        flip_text_add(out, " (stopped after six seconds)");
}
