/*
 * The error codes of the program and its server, which users of the library never see, beside the library's own
 * (flipside/error.h). A number keeps its meaning for ever: a new kind gets the next one of its list, and no number is
 * reused.
 */
#pragma once

#include <flipside/error.h>

/* clang-format off */
#define FLIP_PROGRAM_CODES(X) \
    X(1001, CHANGED, changed, "It changed in the meantime.") \
    X(1002, EMPTY, empty, "There is nothing in it.") \
    X(1003, EXISTS, exists, "The file is there already.") \
    X(1004, MOVES, moves, "A game offers more or fewer moves than it may.") \
    X(1005, NO_FILE, no_file, "There is no such file.") \
    X(1006, NO_HOME, no_home, "There is no home folder.") \
    X(1007, NO_TERMINAL, no_terminal, "There is no terminal to draw on.") \
    X(1008, NOT_FOUND, not_found, "There is no such thing.") \
    X(1009, OFFLINE, offline, "The server cannot be reached.") \
    X(1010, OPTION, option, "An option is not written as it should be.") \
    X(1011, REFUSED, refused, "The server refused it.") \
    X(1012, RUNNING, running, "The game still goes on.") \
    X(1013, TEST, test, "A test made this fail.") \
    X(1014, UNKNOWN_COMMAND, unknown_command, "There is no such command.") \
    X(1015, UNKNOWN_GAME, unknown_game, "There is no such game.")
#define FLIP_SERVER_CODES(X) \
    X(2001, ALREADY, already, "It has been done before.") \
    X(2002, BAD_MESSAGE, bad_message, "The message is not understood.") \
    X(2003, BAD_METHOD, bad_method, "The address does not answer to this method.") \
    X(2004, BAD_NAME, bad_name, "The name is not one that can be used.") \
    X(2005, BAD_PASSWORD, bad_password, "The password cannot be used.") \
    X(2006, BANNED, banned, "The account or address is shut out.") \
    X(2007, BLOCKED, blocked, "One of the two has blocked the other.") \
    X(2008, BROKEN_TABLE, broken_table, "The table cannot go on as it was saved.") \
    X(2009, BUSY, busy, "There is too much to do at the moment.") \
    X(2010, CERTIFICATE, certificate, "The certificate or its key cannot be used.") \
    X(2011, CLAIMED, claimed, "The name has an account already.") \
    X(2012, DAILY, daily, "The daily game does not allow this.") \
    X(2013, IN_USE, in_use, "Another program is using it.") \
    X(2014, LIMIT, limit, "A limit is reached.") \
    X(2015, LISTEN, listen, "The server cannot listen there.") \
    X(2016, NAME_TAKEN, name_taken, "The name belongs to somebody else.") \
    X(2017, NO_LENGTH, no_length, "The request does not say how long it is.") \
    X(2018, NO_TABLE, no_table, "There is no such table.") \
    X(2019, NO_TEAM, no_team, "The game has no teams.") \
    X(2020, NOT_INVITED, not_invited, "The table is for those who were invited.") \
    X(2021, NOT_OWNER, not_owner, "The table belongs to somebody else.") \
    X(2022, NOT_YOUR_SEAT, not_your_seat, "The seat belongs to somebody else.") \
    X(2023, OFFERED, offered, "It was offered or answered already.") \
    X(2024, ORIGIN, origin, "The request comes from a foreign page.") \
    X(2025, PROGRAM, program, "It is not for programs, or only for them.") \
    X(2026, RATED, rated, "A rated game does not allow this.") \
    X(2027, SCOPE, scope, "The token does not allow this.") \
    X(2028, SEAT_TAKEN, seat_taken, "Somebody sits there.") \
    X(2029, STALE, stale, "The table has moved on.") \
    X(2030, STORE, store, "The server could not save or read it.") \
    X(2031, STRANGER, stranger, "The request does not say who asks.") \
    X(2032, TOO_EARLY, too_early, "It is not time yet.") \
    X(2033, TOO_LARGE, too_large, "It is too large.") \
    X(2034, UNWANTED, unwanted, "The other person does not want to be asked.") \
    X(2035, WAITING, waiting, "The game has not begun.") \
    X(2036, WRONG_CODE, wrong_code, "The name and the recovery code do not belong together.") \
    X(2037, WRONG_PASSWORD, wrong_password, "The name and the password do not belong together.")
/* clang-format on */

enum flip_program_code { FLIP_PROGRAM_CODES(FLIP_ERROR_CODE) FLIP_SERVER_CODES(FLIP_ERROR_CODE) };
