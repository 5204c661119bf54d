// Hand-written baselines for the speed table: the constant-velocity Kalman filter for one stream, and
// the two modes of signal strength with their zones, over the walk of `lubdub bench speed`.
//   cc -O3 -o baselines tools/bench/baselines.c -lm
//   baselines SAMPLES ROUNDS     prints ns a sample, and ns a reading of the two modes, each the median of the rounds
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// One stream; the sum of the distances keeps the compiler honest.
double cv_scalar(const double *t, const double *z, size_t n, double q, double r) {
  if (n == 0) return 0;
  double x = z[0], v = 0, a = r, b = 0, c = 1, sum = x;
  for (size_t i = 1; i < n; i++) {
    double h = t[i] - t[i - 1], w = q * h;
    x += v * h;
    a += (b + b + c * h) * h + w * h * h * (1.0 / 3.0);
    b += c * h + w * h * 0.5;
    c += w;
    double y = z[i] - x, weight = 1 / (a + r), k = a * weight, l = b * weight;
    x += k * y;
    v += l * y;
    c -= l * b;
    b -= k * b;
    a -= k * a;
    sum += x;
  }
  return sum;
}

// The two modes of signal strength without ranges, and the sides of four edges: what TwoModes and ProbabilityTest do, in
// one number after the other. It begins with what ten seconds of ranges at 0.6 m teach.
typedef struct {
  double x, s, a, xx, ss, aa, xs, xa, sa, p;
} mode;
typedef struct {
  mode m[2];
  double now, reach, velocity, usual, spread, rate, origin, slope, doubt;
  int inside[4];
} outage;

static inline double decay(double u) {
  return u < 0.02 ? 1 - u * (1 - u * (0.5 - u * (1.0 / 6 - u * (1.0 / 24)))) : exp(-u);
}

static void mix(mode *m, double starts, double ends) {
  double stays = (1 - starts) * m[0].p + ends * m[1].p, goes = starts * m[0].p + (1 - ends) * m[1].p;
  double u0 = ends * m[1].p / stays, u1 = starts * m[0].p / goes, w0 = 1 - u0, w1 = 1 - u1, v0 = u0 * w0, v1 = u1 * w1;
  double dx = m[0].x - m[1].x, ds = m[0].s - m[1].s, da = m[0].a - m[1].a;
  mode n0 = m[0], n1 = m[1];
#define MIX(f, g) n0.f = w0 * m[0].f + u0 * m[1].f + v0 * (g), n1.f = w1 * m[1].f + u1 * m[0].f + v1 * (g)
  n0.x -= u0 * dx, n0.s -= u0 * ds, n0.a -= u0 * da, n1.x += u1 * dx, n1.s += u1 * ds, n1.a += u1 * da;
  MIX(xx, dx * dx), MIX(ss, ds * ds), MIX(aa, da * da), MIX(xs, dx * ds), MIX(xa, dx * da), MIX(sa, ds * da);
  n0.p = stays, n1.p = goes, m[0] = n0, m[1] = n1;
}

static int follow(outage *o, double time, double level, double pause, const double *edges) {
  double noise = 1 + 32 / (pause < 0.15 ? 0.15 : pause), dt = time - o->now, reach = 0, moving = dt;
  mode *m = o->m;
  int carries = o->reach > 1e-9;
  o->now = time;
  if (carries) reach = 1 - exp(-dt), moving = fmax(0, dt - o->reach * reach);
  mix(m, 1 - decay(dt / 200), 1 - decay(dt / 40));
  double fades = decay(dt / 40), weight[2], surprise[2];
  for (int j = 0; j < 2; j++) {
    mode *k = m + j;
    if (carries) {
      double c = o->velocity * reach / fmax(exp(k->x), 0.3);
      k->x += c < 0 ? -log1p(-c) : log1p(c);
    }
    if (j) {
      double d = fmax(exp(k->x), 0.3), g = decay(o->rate * moving);
      k->x = o->usual + g * (k->x - o->usual), k->xx = o->spread + g * g * (k->xx - o->spread);
      k->xs *= g, k->xa *= g, k->xx += fmin(0.25 / (d * d), 0.03) * moving;
    }
    k->s *= fades, k->xs *= fades, k->sa *= fades, k->ss = 6.25 + fades * fades * (k->ss - 6.25);
    double r = level - (k->a - o->slope * (k->x - o->origin) + k->s), hx = -o->slope * k->xx + k->xs + k->xa;
    double hs = -o->slope * k->xs + k->ss + k->sa, ha = -o->slope * k->xa + k->sa + k->aa, own = -o->slope * hx + hs + ha;
    double gain = 1 / (own + (r < 0 ? noise * (1 + r * r / 64) : noise)), gx = hx * gain, gs = hs * gain, ga = ha * gain;
    k->x += gx * r, k->s += gs * r, k->a += ga * r, k->xx -= gx * hx, k->ss -= gs * hs, k->aa -= ga * ha;
    k->xs -= gx * hs, k->xa -= gx * ha, k->sa -= gs * ha;
    weight[j] = own + noise, surprise[j] = fmin(r * r / weight[j], 4);
  }
  o->reach *= 1 - reach, o->velocity *= 1 - reach;
  double odds = exp(-0.5 * (surprise[1] - surprise[0])) * sqrt(weight[0] / weight[1]) * m[1].p, scale[2];
  m[1].p = odds / (odds + m[0].p), m[0].p = 1 - m[1].p;
  for (int j = 0; j < 2; j++) scale[j] = 1 / sqrt(m[j].xx + o->doubt * (m[j].x - o->origin) * (m[j].x - o->origin));
  int zone = 0;
  for (int e = 0; e < 4; e++) {
    double a = (m[0].x - edges[e]) * scale[0], b = (m[1].x - edges[e]) * scale[1];
    // Where both are on the side that counts, the other is no more likely than a half.
    if (o->inside[e] ? a > 0 || b > 0 : a < 0 || b < 0) {
      double p = 0.5 * (m[0].p * erfc(-a * M_SQRT1_2) + m[1].p * erfc(-b * M_SQRT1_2));
      if ((o->inside[e] ? p : 1 - p) > 0.65) o->inside[e] = !o->inside[e];
    }
    zone += !o->inside[e];
  }
  return zone;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int count, char **words) {
  if (count < 3) return 2;
  size_t n = strtoul(words[1], 0, 10), rounds = strtoul(words[2], 0, 10);
  double *t = malloc(n * sizeof *t), *z = malloc(n * sizeof *z);
  double *level = malloc(n * sizeof *level), *spent[2], sum = 0;
  for (int i = 0; i < 2; i++) spent[i] = malloc(rounds * sizeof(double));
  uint64_t state = 1;
  for (size_t i = 0; i < n; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    double noise = (double)(state >> 40) / (1 << 24) - 0.5, phase = (double)(i % 4000) / 2000;
    t[i] = i * 0.01;
    double truth = 0.3 + 2.4 * (phase < 1 ? phase : 2 - phase);
    z[i] = fmax(0, truth + 0.2 * noise);
    level[i] = (i / 600 % 2 ? -62 : -74) + 12 * noise;
  }
  const double places[] = {log(0.05), log(0.2), 0, log(2)};
  for (size_t round = 0; round < rounds; round++) {
    double start = now();
    sum += cv_scalar(t, z, n, 1, 0.01);
    spent[0][round] = (now() - start) / n;
    mode first = {-0.5, 0, -62, 0.01, 6.25, 6, 0, 0, -3, 0.5};
    outage silent = {{first, first}, 10, 1, 0, -0.5, 0.5, 0.01, -0.5, 7.8, 0.008, {0, 0, 1, 1}};
    start = now();
    for (size_t i = 0; i < n; i++) sum += follow(&silent, 10 + 0.33 * (i + 1), level[i], 0.33, places);
    spent[1][round] = (now() - start) / n;
  }
  for (int i = 0; i < 2; i++) qsort(spent[i], rounds, sizeof(double), by_size);
  printf("%g %g\n", spent[0][rounds / 2], spent[1][rounds / 2]);
  return isnan(sum);
}
