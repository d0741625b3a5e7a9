// The library from C++: random players at a table, and who won.
//
//     c++ -std=c++17 play.cpp $(pkg-config --cflags --libs flipside) -o play && ./play royalflip

#include <flipside/flipside.h>

#include <iostream>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

using Table = std::unique_ptr<flip_table, decltype(&flip_table_close)>;

static Table open(const flip_game *game)
{
    flip_error error;
    const flip_table_def def = flip_table_defaults(game);
    Table table(flip_table_open(&def, &error), flip_table_close);
    if (!table)
        throw std::runtime_error(error.message);
    return table;
}

int main(int argc, char **argv)
{
    std::mt19937 chance(1);
    const flip_game *game = argc > 1 ? flip_game_named(argv[1]) : flip_game_at(0);
    if (!game)
        throw std::runtime_error("there is no such game");
    const Table table = open(game);
    std::vector<flip_move> moves(FLIP_MAX_MOVES);
    flip_error error;
    while (const flip_set turn = flip_table_turn(table.get())) {
        const int seat = flip_set_first(turn);
        const int count = flip_table_moves(table.get(), seat, moves.data(), FLIP_MAX_MOVES);
        if (flip_table_act(table.get(), seat, moves[chance() % static_cast<unsigned>(count)], &error) < 0)
            throw std::runtime_error(error.message);
    }
    flip_result result;
    flip_table_result(table.get(), &result);
    std::cout << game->title << ": " << result.score[0] << " points in the first seat\n";
}
