// Hand-written baselines for the speed table: the constant-velocity Kalman filter for one stream, and
// for eight candidates in a vector together with hysteresis zones. Build: cc -O3 -march=native -shared -fPIC -o baselines.so tools/bench/baselines.c -lm
#include <math.h>
#include <stddef.h>
#include <stdint.h>

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
    double y = z[i] - x, s = a + r, k = a / s, l = b / s;
    x += k * y;
    v += l * y;
    c -= l * b;
    b -= k * b;
    a -= k * a;
    sum += x;
  }
  return sum;
}

typedef double lanes __attribute__((vector_size(64)));
typedef int64_t mask __attribute__((vector_size(64)));
static inline lanes pick(mask m, lanes yes, lanes no) {
  return (lanes)(((mask)yes & m) | ((mask)no & ~m));
}
static inline lanes all(double x) { return (lanes){x, x, x, x, x, x, x, x}; }

// Eight candidates; the same decisions as PlainLanes. out: squared error, wrong time, crossings.
void cv_lanes(const double *t, const double *z, const double *truth, const double *zones, size_t n,
              const double *edges, size_t m, const double *q8, const double *dev8,
              const double *margin8, const double *dwell8, double *out) {
  if (n == 0 || m > 8) return;
  lanes q, r, wait, enter[8], leave[8], outside[8], since[8];
  lanes never = all(INFINITY), zero = all(0), one = all(1), outer = all((double)m);
  for (int k = 0; k < 8; k++) {
    q[k] = q8[k];
    r[k] = dev8[k] * dev8[k];
    wait[k] = dwell8[k] - 1e-6;
    for (size_t e = 0; e < m; e++) {
      leave[e][k] = margin8[k] / 100 * edges[e];
      enter[e][k] = -leave[e][k];
    }
  }
  lanes x = all(z[0]), v = zero, a = r, b = zero, c = one;
  lanes zone = outer, found_since = zero, moved_at = all(-INFINITY);
  lanes error = zero, wrong = zero, crossed = zero;
  mask acquired = {0};
  int first = 1;
  for (size_t i = 0; i < n; i++) {
    if (i > 0) {
      double step = t[i] - t[i - 1];
      lanes was = all(zones[i - 1]), h = all(step);
      if (step < 3) {
        wrong += pick(zone == was, zero, h);
      } else {
        wrong += pick(zone == was, zero, all(3));
        wrong += pick(outer == was, zero, all(step - 3));
        crossed += outer - zone;
        zone = outer;
        acquired = (mask){0};
        first = 1;
      }
      lanes w = q * h;
      x = x + v * h;
      a = a + (b + b + c * h) * h + w * h * h * all(1.0 / 3.0);
      b = b + c * h + w * h * all(0.5);
      c = c + w;
      lanes y = all(z[i]) - x, s = a + r, k = a / s, l = b / s;
      x = x + k * y;
      v = v + l * y;
      c = c - l * b;
      b = b - k * b;
      a = a - k * a;
    }
    lanes now = all(t[i]), p = pick(x < zero, zero, x), count = zero;
    if (first) found_since = now;
    mask free = (now - moved_at) >= wait, moved = {0};
    for (size_t e = 0; e < m; e++) {
      lanes gap = p - all(edges[e]);
      if (first) {
        outside[e] = pick(gap < zero, zero, one);
        since[e] = never;
      }
      mask out_now = outside[e] > zero;
      mask certain = (out_now & (gap < enter[e]) & (gap < zero)) |
                     (~out_now & (gap >= leave[e]) & (gap >= zero));
      since[e] = pick(certain, pick(since[e] < now, since[e], now), never);
      mask flips = certain & ((((now - since[e]) >= wait) & free) | ~acquired);
      outside[e] = pick(flips, one - outside[e], outside[e]);
      since[e] = pick(flips | ~acquired, never, since[e]);
      moved |= flips;
      count += outside[e];
    }
    found_since = pick(moved & ~acquired, now, found_since);
    mask found = ~acquired & ((now - found_since) >= wait);
    moved_at = pick(found | (moved & acquired), now, moved_at);
    acquired |= found;
    lanes next = pick(acquired, count, outer), change = next - zone;
    crossed += pick(change < zero, -change, change);
    zone = next;
    lanes off = p - all(truth[i]);
    error += off * off;
    first = 0;
  }
  for (int k = 0; k < 8; k++) {
    out[k] = error[k];
    out[8 + k] = wrong[k];
    out[16 + k] = crossed[k];
  }
}
