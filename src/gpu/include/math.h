/* The mathematics of the bots, as far as a card does it exactly as the processor. */
#pragma once

#define NAN      __builtin_nanf("")
#define INFINITY __builtin_inff()
#define HUGE_VAL __builtin_huge_val()
#define isnan(x) __builtin_isnan(x)

double floor(double x);
double fabs(double x);
double sqrt(double x);
double exp(double x);
double log(double x);
double pow(double x, double y);
double tanh(double x);
double fmin(double x, double y);
double fmax(double x, double y);
long lrint(double x);
long lround(double x);
