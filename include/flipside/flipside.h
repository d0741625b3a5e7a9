/* Includes the whole public interface. */
#ifndef FLIPSIDE_H
#define FLIPSIDE_H

#include <flipside/bot.h>
#include <flipside/canvas.h>
#include <flipside/cards.h>
#include <flipside/dealer.h>
#include <flipside/draw.h>
#include <flipside/edition.h>
#include <flipside/env.h>
#include <flipside/error.h>
#include <flipside/flick.h>
#include <flipside/game.h>
#include <flipside/json.h>
#include <flipside/judge.h>
#include <flipside/learn.h>
#include <flipside/library.h>
#include <flipside/load.h>
#include <flipside/random.h>
#include <flipside/record.h>
#include <flipside/say.h>
#include <flipside/seed_draw.h>
#include <flipside/set.h>
#include <flipside/table.h>
#include <flipside/text.h>
#include <flipside/walk.h>

#endif
