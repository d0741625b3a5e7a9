/* Requests and the addresses that they come from. */
#include "server/net/visiting.h"

#include "server/loop/server.h"
#include "server/net/headers.h"
#include "server/net/limits.h"
#include "server/net/net.h"
#include "server/net/request.h"

struct visitor *visitor_asking(const struct request *request)
{
    char address[ADDRESS_SIZE];
    address_asking(request->server, request->wsi, address);
    return visitor_of(&request->server->net->visitors, address);
}

int check_hourly(struct request *request, struct bucket *bucket, int count, const char *what, struct flip_error *error)
{
    if (bucket && bucket_take(bucket, count, count / 3600.0))
        return 0;
    request->server->metrics.refused++;
    return flip_fail(error, FLIP_ERROR_LIMIT, "Too many new %s from your address: at most %d per hour.", what, count);
}

int check_new_table(struct request *request, struct flip_error *error)
{
    struct visitor *visitor = visitor_asking(request);
    return check_hourly(request, visitor ? &visitor->tables : NULL, request->server->config.max_new_tables, "tables",
                        error);
}
