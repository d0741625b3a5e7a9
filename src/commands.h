/*
 * The subcommands of the program. argv[0] is the subcommand's name. They return an exit status: 0 done, 1 failed, 2
 * wrong usage.
 */
#pragma once

int flip_command_admin(int argc, char **argv);
int flip_command_analyze(int argc, char **argv);
int flip_command_bench(int argc, char **argv);
int flip_command_bot(int argc, char **argv);
int flip_command_engine(int argc, char **argv);
int flip_command_enter(int argc, char **argv);
int flip_command_learn(int argc, char **argv);
int flip_command_match(int argc, char **argv);
int flip_command_new_game(int argc, char **argv);
int flip_command_play(int argc, char **argv);
int flip_command_print(int argc, char **argv);
int flip_command_puzzles(int argc, char **argv);
int flip_command_replay(int argc, char **argv);
int flip_command_report(int argc, char **argv);
int flip_command_serve(int argc, char **argv);
int flip_command_sim(int argc, char **argv);
int flip_command_solve(int argc, char **argv);
int flip_command_store(int argc, char **argv);
int flip_command_verify(int argc, char **argv);

/// The help of a command, from src/help/NAME.txt.
const char *flip_help(const char *name);
