/*
 * The pictures of docs/physics.md, drawn from flicks made on the spot:
 *
 *     plot-physics FOLDER        writes physics-topple.svg, physics-slide.svg and physics-hit.svg there
 *
 * and the figures of the first as a table on standard output. `ninja -C build plot-physics` builds it.
 */
#include "physics/physics.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRICTION 0.30
#define GRAVITY  9810.0 /* mm/s² */
#define INK      "#2b2620"
#define PAPER    "#fbf8f1"
#define BLUE     "#2b5d8a"
#define RED      "#9a3324"

enum { PATH = 4096, SHOTS = 25, DISTANCE = 300, FENCES = 30 };

static struct flip_body disc(double across, double high, double grams, double x, double y)
{
    struct flip_body body = {.shape = FLIP_BODY_ROUND, .mass = (int32_t)lround(grams * 1000)};
    body.size[0] = body.size[1] = (int32_t)lround(across * 100);
    body.size[2] = (int32_t)lround(high * 100);
    body.pose = (struct flip_pose){
        .x = (int32_t)lround(x * 100), .y = (int32_t)lround(y * 100), .z = body.size[2] / 2, .q = {FLIP_UNIT, 0, 0, 0}};
    return body;
}

static struct flip_scene shot(double distance, double offset, int speed)
{
    struct flip_scene scene = {.width = 90000, .height = 60000, .count = 2, .speed = speed};
    scene.body[0] = disc(18, 8, 1.323, 100, 300);
    scene.body[1] = disc(18, 40, 6, 100 + distance, 300 + offset);
    scene.body[1].figure = true;
    return scene;
}

static FILE *picture(const char *folder, const char *name, int width, int height, const char *title)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    if (!out) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(1);
    }
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
            "font-size=\"12\" fill=\"" INK "\" role=\"img\"><title>%s</title>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"" PAPER "\"/>\n"
            "<text x=\"20\" y=\"26\" font-size=\"15\" font-weight=\"bold\">%s</text>\n",
            width, height, title, width, height, title);
    return out;
}

static void finish(FILE *out)
{
    fputs("</svg>\n", out);
    if (fclose(out) != 0) {
        perror("plot-physics");
        exit(1);
    }
}

static void flick(struct flip_physics *physics, const struct flip_scene *scene, struct flip_outcome *outcome,
                  struct flip_path *path)
{
    struct flip_error error;
    if (flip_physics_flick(physics, scene, outcome, path, &error) != 0) {
        fprintf(stderr, "plot-physics: %s\n", error.message);
        exit(1);
    }
}

/* In how many of SHOTS flicks the cowboy falls; they differ by less than a millimetre in distance and offset. */
static int topples(struct flip_physics *physics, int speed, int offset)
{
    int down = 0;
    for (int n = 0; n < SHOTS; n++) {
        const struct flip_scene scene = shot(DISTANCE + 0.2 * (n % 5 - 2), offset + 0.1 * (n / 5 - 2), speed);
        struct flip_outcome outcome;
        flick(physics, &scene, &outcome, NULL);
        down += flip_set_has(outcome.fell | outcome.off, 1);
    }
    return down;
}

static void draw_topple(struct flip_physics *physics, const char *folder)
{
    enum { CELL = 34, LEFT = 92, TOP = 74, OFFSETS = 19 };
    static const int speeds[] = {1400, 1500, 1600, 1700, 1800, 1900, 2000, 2200, 2400, 2800, 3200, 3600, 4000};
    const int rows = sizeof speeds / sizeof *speeds;
    FILE *out = picture(folder, "physics-topple.svg", LEFT + OFFSETS * CELL + 20, TOP + rows * CELL + 40,
                        "How often a cowboy 300 mm away falls");
    fputs("<text x=\"20\" y=\"46\">Percent of 25 flicks, by their speed and by how far beside his middle they go. Disc "
          "and cowboy touch up to 18 mm.</text>\n",
          out);
    printf("mm/s \\ mm");
    for (int offset = 0; offset < OFFSETS; offset++) {
        printf("%5d", offset);
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", LEFT + offset * CELL + CELL / 2,
                TOP - 8, offset);
    }
    putchar('\n');
    for (int row = 0; row < rows; row++) {
        printf("%-9d", speeds[row]);
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d mm/s</text>\n", LEFT - 8, TOP + row * CELL + 22,
                speeds[row]);
        for (int offset = 0; offset < OFFSETS; offset++) {
            const int percent = topples(physics, speeds[row], offset) * 100 / SHOTS;
            printf("%5d", percent);
            fprintf(out,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"" BLUE
                    "\" fill-opacity=\"%.2f\" stroke=\"#d9d2c3\"/><text x=\"%d\" y=\"%d\" text-anchor=\"middle\" "
                    "fill=\"%s\">%d</text>\n",
                    LEFT + offset * CELL, TOP + row * CELL, CELL, CELL, percent / 100.0,
                    LEFT + offset * CELL + CELL / 2, TOP + row * CELL + 22, percent > 55 ? "#ffffff" : INK, percent);
        }
        putchar('\n');
    }
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">mm beside his middle</text>\n",
            LEFT + OFFSETS * CELL / 2, TOP + rows * CELL + 24);
    finish(out);
}

static void draw_slide(struct flip_physics *physics, const char *folder)
{
    enum { LEFT = 70, TOP = 60, WIDE = 600, HIGH = 300, FASTEST = 3000, FARTHEST = 1600 };
    FILE *out = picture(folder, "physics-slide.svg", LEFT + WIDE + 30, TOP + HIGH + 56,
                        "How far a disc slides: the curve is v²/(2μg), the dots are flicks by the solver");
    for (int mm = 0; mm <= FARTHEST; mm += 200) {
        const double y = TOP + HIGH - (double)mm * HIGH / FARTHEST;
        fprintf(
            out,
            "<path d=\"M%d %.1fh%d\" stroke=\"#d9d2c3\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d mm</text>\n",
            LEFT, y, WIDE, LEFT - 6, y + 4, mm);
    }
    for (int speed = 0; speed <= FASTEST; speed += 500)
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%.1f m/s</text>\n", LEFT + speed * WIDE / FASTEST,
                TOP + HIGH + 20, speed / 1000.0);
    fputs("<path fill=\"none\" stroke=\"" BLUE "\" stroke-width=\"1.5\" d=\"", out);
    for (int speed = 0; speed <= FASTEST; speed += 50)
        fprintf(out, "%s%.1f %.1f", speed ? "L" : "M", LEFT + (double)speed * WIDE / FASTEST,
                TOP + HIGH - (double)speed * speed / (2 * FRICTION * GRAVITY) * HIGH / FARTHEST);
    fputs("\"/>\n", out);
    double worst = 0;
    for (int speed = 300; speed <= FASTEST; speed += 100) {
        struct flip_scene scene = {.width = 400000, .height = 60000, .count = 1, .speed = speed};
        struct flip_outcome outcome;
        scene.body[0] = disc(18, 8, 1.323, 100, 300);
        /* Fences along its way: else it would glide by the very formula that it is compared with. */
        for (int n = 0; n < FENCES; n++) {
            struct flip_body *fence = &scene.body[scene.count++];
            *fence = disc(60, 18, 5.616, 100 + 61 * n, 314);
            fence->shape = FLIP_BODY_BOX;
            fence->size[1] = 800;
        }
        flick(physics, &scene, &outcome, NULL);
        const double mm = outcome.pose[0].x / 100.0 - 100, exact = (double)speed * speed / (2 * FRICTION * GRAVITY);
        worst = fmax(worst, fabs(mm / exact - 1));
        fprintf(out,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"" RED "\"><title>%d mm/s: %.1f mm</title></circle>\n",
                LEFT + (double)speed * WIDE / FASTEST, TOP + HIGH - mm * HIGH / FARTHEST, speed, mm);
    }
    fprintf(out, "<text x=\"%d\" y=\"%d\">The largest difference is %.1f %%.</text>\n", LEFT, TOP + HIGH + 44,
            100 * worst);
    printf("largest difference of a slide: %.2f %%\n", 100 * worst);
    finish(out);
}

/* A hit from the side, with the cowboy as a line from his foot to his hat: every 10 ms of the path. */
static void draw_hit(struct flip_physics *physics, const char *folder)
{
    static struct flip_path_pose poses[PATH];
    struct flip_path path = {.room = PATH, .pose = poses};
    struct flip_outcome outcome;
    const struct flip_scene scene = shot(DISTANCE, 0, 2400);
    flick(physics, &scene, &outcome, &path);
    enum { LEFT = 30, GROUND = 250, FROM = 370, SCALE = 5, WIDE = 720 };
    FILE *out =
        picture(folder, "physics-hit.svg", WIDE, GROUND + 50, "A flick of 2.4 m/s, seen from the side, every 10 ms");
    fprintf(out, "<path d=\"M0 %dH%d\" stroke=\"" INK "\"/>\n", GROUND, WIDE);
    for (int n = 0; n < path.count; n++) {
        const struct flip_pose *pose = &poses[n].pose;
        const double x = LEFT + (pose->x / 100.0 - FROM) * SCALE, y = GROUND - pose->z / 100.0 * SCALE;
        const double w = pose->q[0], qx = pose->q[1], qy = pose->q[2], qz = pose->q[3];
        const double unit = w * w + qx * qx + qy * qy + qz * qz;
        if (x < -60 || x > WIDE + 100)
            continue;
        /* The piece's own up and forward, as far as they show from the side. */
        const double up_x = 2 * (qx * qz + w * qy) / unit, up_z = 1 - 2 * (qx * qx + qy * qy) / unit;
        const int piece = poses[n].piece;
        const double half = scene.body[piece].size[2] / 200.0 * SCALE, wide = scene.body[piece].size[0] / 200.0 * SCALE;
        const double degrees = atan2(up_x, up_z) * 180 / M_PI;
        fprintf(out,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" fill-opacity=\"0.06\" "
                "stroke=\"%s\" transform=\"rotate(%.1f %.1f %.1f)\"><title>%d ms</title></rect>\n",
                x - wide, y - half, 2 * wide, 2 * half, piece ? BLUE : RED, piece ? BLUE : RED, degrees, x, y,
                poses[n].ms);
    }
    fprintf(
        out,
        "<text x=\"20\" y=\"%d\">The disc kicks his foot away, and he falls backwards, towards the shooter.</text>\n",
        GROUND + 32);
    finish(out);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: plot-physics FOLDER\n", stderr);
        return 2;
    }
    struct flip_error error;
    struct flip_physics *physics = flip_physics_open(&error);
    if (!physics) {
        fprintf(stderr, "plot-physics: %s\n", error.message);
        return 1;
    }
    draw_topple(physics, argv[1]);
    draw_slide(physics, argv[1]);
    draw_hit(physics, argv[1]);
    flip_physics_close(physics);
    return 0;
}
