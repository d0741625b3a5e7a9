/* The fair queue: whoever has had least is served next, whatever the others have waiting. */
#include "server/loop/loop.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { ITEMS = 2000 };

struct shop {
    struct fair_queue *queue;
    struct fair_item item[ITEMS];
    int used;
};

static struct fair_item *ask(struct shop *shop, const char *payer, enum fair_class class, double cost)
{
    assert_true(shop->used < ITEMS);
    struct fair_item *item = &shop->item[shop->used++];
    *item = (struct fair_item){.class = class, .cost = cost};
    snprintf(item->payer, sizeof item->payer, "%s", payer);
    fair_put(shop->queue, item);
    return item;
}

/* The next item is served, and costs what it said. */
static const struct fair_item *serve(struct shop *shop)
{
    struct fair_item *item = fair_take(shop->queue, FAIR_LONG);
    if (item)
        fair_done(shop->queue, item, item->cost);
    return item;
}

static int open_shop(void **state)
{
    struct shop *shop = calloc(1, sizeof *shop);
    assert_non_null(shop);
    shop->queue = fair_open();
    assert_non_null(shop->queue);
    *state = shop;
    return 0;
}

static int close_shop(void **state)
{
    struct shop *shop = *state;
    while (serve(shop))
        ;
    fair_close(shop->queue);
    free(shop);
    return 0;
}

static void payers_get_the_same_time_however_many_items_they_have_and_whatever_each_costs(void **state)
{
    struct shop *shop = *state;
    double served[2] = {0};
    for (int i = 0; i < 100; i++)
        ask(shop, "dear", FAIR_BOT, 90);
    for (int i = 0; i < 1000; i++)
        ask(shop, "cheap", FAIR_BOT, 10);
    for (double total = 0; total < 4000;) {
        const struct fair_item *item = serve(shop);
        served[strcmp(item->payer, "dear") == 0] += item->cost;
        total += item->cost;
    }
    assert_true(served[0] > 1850 && served[0] < 2150);
}

static void a_newcomer_is_served_at_once(void **state)
{
    struct shop *shop = *state;
    for (int i = 0; i < 50; i++)
        ask(shop, "many tables", FAIR_BOT, 900);
    for (int i = 0; i < 10; i++)
        serve(shop);
    const struct fair_item *mine = ask(shop, "newcomer", FAIR_BOT, 5);
    assert_ptr_equal(serve(shop), mine);
}

static void idleness_saves_nothing_up(void **state)
{
    struct shop *shop = *state;
    for (int i = 0; i < 100; i++)
        ask(shop, "busy", FAIR_BOT, 100);
    for (int i = 0; i < 50; i++)
        serve(shop);
    int late = 0;
    for (int i = 0; i < 50; i++)
        ask(shop, "late", FAIR_BOT, 100);
    for (int i = 0; i < 20; i++)
        late += strcmp(serve(shop)->payer, "late") == 0;
    assert_in_range(late, 9, 11);
}

static void nobody_starves_among_newcomers(void **state)
{
    struct shop *shop = *state;
    const struct fair_item *patient = ask(shop, "patient", FAIR_BOT, 900);
    const struct fair_item *second = ask(shop, "patient", FAIR_BOT, 900);
    int served = 0;
    for (int i = 0; i < 300; i++) {
        char name[16];
        snprintf(name, sizeof name, "new %d", i);
        ask(shop, name, FAIR_QUICK, 10);
        const struct fair_item *item = serve(shop);
        served += item == patient || item == second;
    }
    assert_true(served >= 1);
}

static void hints_and_small_bots_go_first_and_long_analysis_last_but_not_for_ever(void **state)
{
    struct shop *shop = *state;
    const struct fair_item *analysis = ask(shop, "analyst", FAIR_LONG, 500);
    ask(shop, "player", FAIR_BOT, 100);
    const struct fair_item *hint = ask(shop, "asker", FAIR_HINT, 100);
    assert_ptr_equal(serve(shop), hint);
    for (int i = 0; i < 100; i++)
        ask(shop, "player", FAIR_BOT, 100);
    int before = 0;
    while (serve(shop) != analysis)
        before++;
    assert_in_range(before, 15, 25); /* two seconds of others' work */
}

static void what_it_took_counts_not_what_was_guessed(void **state)
{
    struct shop *shop = *state;
    for (int i = 0; i < 40; i++) {
        ask(shop, "modest", FAIR_BOT, 10);
        ask(shop, "liar", FAIR_BOT, 1);
    }
    int liar = 0;
    for (int i = 0; i < 40; i++) {
        struct fair_item *item = fair_take(shop->queue, FAIR_LONG);
        const bool lies = strcmp(item->payer, "liar") == 0;
        fair_done(shop->queue, item, lies ? 100 : 10);
        liar += lies;
    }
    assert_in_range(liar, 3, 6);
}

static void ones_own_items_keep_their_order_within_a_class(void **state)
{
    struct shop *shop = *state;
    const struct fair_item *a = ask(shop, "ada", FAIR_BOT, 10), *b = ask(shop, "ada", FAIR_BOT, 10);
    const struct fair_item *hint = ask(shop, "ada", FAIR_HINT, 10);
    assert_ptr_equal(serve(shop), hint);
    assert_ptr_equal(serve(shop), a);
    assert_ptr_equal(serve(shop), b);
    assert_null(serve(shop));
}

static void who_takes_only_quick_items_leaves_the_others(void **state)
{
    struct shop *shop = *state;
    ask(shop, "ada", FAIR_BOT, 900);
    assert_null(fair_take(shop->queue, FAIR_QUICK));
    const struct fair_item *quick = ask(shop, "bo", FAIR_QUICK, 1);
    struct fair_item *item = fair_take(shop->queue, FAIR_QUICK);
    assert_ptr_equal(item, quick);
    fair_done(shop->queue, item, 1);
}

int main(void)
{
#define WITH_SHOP(name) cmocka_unit_test_setup_teardown(name, open_shop, close_shop)
    const struct CMUnitTest tests[] = {
        WITH_SHOP(payers_get_the_same_time_however_many_items_they_have_and_whatever_each_costs),
        WITH_SHOP(a_newcomer_is_served_at_once),
        WITH_SHOP(idleness_saves_nothing_up),
        WITH_SHOP(nobody_starves_among_newcomers),
        WITH_SHOP(hints_and_small_bots_go_first_and_long_analysis_last_but_not_for_ever),
        WITH_SHOP(what_it_took_counts_not_what_was_guessed),
        WITH_SHOP(ones_own_items_keep_their_order_within_a_class),
        WITH_SHOP(who_takes_only_quick_items_leaves_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
