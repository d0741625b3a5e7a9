/* The steps of the schema: store_schema[n - 1] leads from version n - 1 to n. */
#ifndef FLIPSIDE_STORE_SCHEMA_H
#define FLIPSIDE_STORE_SCHEMA_H

extern const char *const store_schema[];
extern const int store_schema_version;
/// Programs that know this version, or a later one, can use a site of `store_schema_version`.
extern const int store_schema_oldest;

#endif
