#include "trace_text.h"

#include <string.h>

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint8_t bytes32 __attribute__((vector_size(32)));
typedef uint16_t pairs32 __attribute__((vector_size(32)));
typedef uint32_t fours32 __attribute__((vector_size(32)));
typedef uint64_t words32 __attribute__((vector_size(32)));
typedef int64_t signed32 __attribute__((vector_size(32)));
typedef double doubles32 __attribute__((vector_size(32)));

#define INLINE static inline __attribute__((always_inline))

/// 32 bytes of zeros, then 32 bytes of 0xFF: 32 bytes from offset n have the last n bytes set.
static const uint8_t edge[64] __attribute__((aligned(64))) = {
    [32] = 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255,        255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};

INLINE uint64_t load8(const uint8_t *place) {
  uint64_t word;
  memcpy(&word, place, 8);
  return word;
}

/// The upper bits of 16 bytes; the lowest bit belongs to the first byte.
INLINE uint32_t mask16(bytes16 bytes) {
#if defined(__SSE2__)
  return (uint32_t)_mm_movemask_epi8((__m128i)bytes);
#elif defined(__aarch64__) && defined(__ARM_NEON)
  const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t weighted = vandq_u8((uint8x16_t)((int8x16_t)bytes >> 7), weights);
  return (uint32_t)vaddv_u8(vget_low_u8(weighted)) | (uint32_t)vaddv_u8(vget_high_u8(weighted)) << 8;
#else
  uint32_t mask = 0;
  for (int lane = 0; lane < 16; lane++) mask |= (uint32_t)(bytes[lane] >> 7) << lane;
  return mask;
#endif
}

/// Returns the upper word of a product, and sets the lower word.
INLINE uint64_t multiply(uint64_t one, uint64_t two, uint64_t *low) {
#if defined(__SIZEOF_INT128__)
  unsigned __int128 product = (unsigned __int128)one * two;
  *low = (uint64_t)product;
  return (uint64_t)(product >> 64);
#else
  uint64_t a = one >> 32, b = (uint32_t)one, c = two >> 32, d = (uint32_t)two;
  uint64_t middle = a * d + (b * d >> 32), rest = b * c + (uint32_t)middle;
  *low = one * two;
  return a * c + (middle >> 32) + (rest >> 32);
#endif
}

/// A set of the first rows.
INLINE uint64_t first_rows(int64_t count) { return count < 64 ? (1ull << count) - 1 : ~0ull; }

/// The marks of the last rows of a column, up to four; the last mark replaces missing marks.
static __attribute__((noinline)) void repeat_last(
    const text_fields *fields, int64_t row, uint32_t starts[4], uint32_t ends[4]) {
  for (int lane = 0; lane < 4; lane++) {
    int64_t at = row + lane < fields->count ? row + lane : fields->count - 1;
    starts[lane] = fields->starts[at * fields->start_stride];
    ends[lane] = fields->ends[at * fields->end_stride];
  }
}

/// Returns the number of rows before the first row that begins with a blank, `#`, or a similar character, has too few or
/// too many fields, or has another line end.
static int64_t plain_rows(text_rows *rows, int64_t count, bool any_return) {
  const uint8_t *origin = rows->origin;
  const uint32_t *feeds = rows->feeds;
  int64_t between = rows->columns - 1;
  bool has_returns = count > 0 && origin[feeds[1] - 1] == '\r';
  rows->has_returns = has_returns;
  const uint32_t *next = rows->separators + between;
  for (int64_t row = 0; row < count; row++, next += between) {
    uint8_t start = origin[feeds[row] + 1];
    uint32_t feed = feeds[row + 1];
    if (__builtin_expect(start <= '#' && start != '"', 0)) return row;
    if (__builtin_expect(next[-1] > feed || next[0] < feed, 0)) return row;
    if (any_return && (origin[feed - 1] == '\r') != has_returns) return row;
  }
  return count;
}

// Vectors of 32 bytes are passed by address, because passing them by value depends on the processor.

/// The upper bits of 32 bytes.
INLINE uint32_t mask32(const bytes32 *bytes) {
  bytes16 half[2];
  memcpy(half, bytes, 32);
  return mask16(half[0]) | mask16(half[1]) << 16;
}

/// The upper bits of four words.
INLINE uint32_t mask4(const words32 *words) {
#if defined(__SSE2__)
  __m128d half[2];
  memcpy(half, words, 32);
  return (uint32_t)_mm_movemask_pd(half[0]) | (uint32_t)_mm_movemask_pd(half[1]) << 2;
#else
  uint32_t mask = 0;
  for (int lane = 0; lane < 4; lane++) mask |= (uint32_t)((*words)[lane] >> 63) << lane;
  return mask;
#endif
}

#define MASK32(bytes) mask32(&(bytes))
#define MASK4(words) mask4(&(words))
#define NAME(function) function##_vector
#include "trace_text_body.h"

#if defined(__x86_64__)
/// The doubles nearest to 10^-n; zeros for n above 22.
static const double inverses[32] __attribute__((aligned(64))) = {
    1, 0x1.999999999999ap-4, 0x1.47ae147ae147bp-7, 0x1.0624dd2f1a9fcp-10, 0x1.a36e2eb1c432dp-14,
    0x1.4f8b588e368f1p-17, 0x1.0c6f7a0b5ed8dp-20, 0x1.ad7f29abcaf48p-24, 0x1.5798ee2308c3ap-27,
    0x1.12e0be826d695p-30, 0x1.b7cdfd9d7bdbbp-34, 0x1.5fd7fe1796495p-37, 0x1.19799812dea11p-40,
    0x1.c25c268497682p-44, 0x1.6849b86a12b9bp-47, 0x1.203af9ee75616p-50, 0x1.cd2b297d889bcp-54,
    0x1.70ef54646d497p-57, 0x1.2725dd1d243acp-60, 0x1.d83c94fb6d2acp-64, 0x1.79ca10c924223p-67,
    0x1.2e3b40a0e9b4fp-70, 0x1.e392010175ee6p-74, 0};

/// The rest of 10^-n, rounded: the sum of both has a relative error below 2^-105, for n up to 22.
static const double inverse_rests[32] __attribute__((aligned(64))) = {
    0, -0x1.999999999999ap-58, -0x1.eb851eb851eb8p-63, -0x1.89374bc6a7efap-66, -0x1.6a161e4f765fep-68,
    -0x1.ee78183f91e64p-71, 0x1.b5a63f9a49c2cp-75, 0x1.5e1e99483b023p-78, -0x1.03023df2d4c94p-82,
    -0x1.34674bfabb83bp-84, -0x1.20a5465df8d2cp-88, 0x1.7f7bc7b4d28aap-91, 0x1.97f27f0f6e886p-96,
    -0x1.ecd79a5a0df95p-99, 0x1.ea70909833de7p-107, -0x1.937831647f5a0p-104, 0x1.5b4c2ebe68799p-109,
    -0x1.db7b2080a3029p-111, -0x1.7c628066e8ceep-114, 0x1.a52b31e9e3d07p-119, 0x1.75447a5d8e536p-121,
    0x1.f769fb7e0b75ep-124, -0x1.a7566d9cba769p-128, 0};

#pragma clang attribute push(__attribute__((target("avx2,fma,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#define MASK32(bytes) (uint32_t)_mm256_movemask_epi8((__m256i)(bytes))
#define MASK4(words) (uint32_t)_mm256_movemask_pd((__m256d)(words))
#define NAME(function) function##_wide
#define WIDE
#include "trace_text_body.h"
#pragma clang attribute pop

static bool is_wide(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
}

#define CALL(function, ...) is_wide() ? function##_wide(__VA_ARGS__) : function##_vector(__VA_ARGS__)
#else
#define CALL(function, ...) function##_vector(__VA_ARGS__)
#endif

#define FUNCTIONS(kind)                                                                     \
  (text_functions) {                                                                        \
    .find_rows = find_rows_##kind, .read_short = read_short_##kind,                         \
    .read_long = read_long_##kind, .find_words = find_words_##kind,                         \
    .outside = outside_##kind, .leaps = leaps_##kind,                                       \
  }

text_functions text_functions_at(int level) {
#if defined(__x86_64__)
  if (level == 1 && is_wide()) return FUNCTIONS(wide);
#endif
  (void)level;
  return FUNCTIONS(vector);
}

int64_t text_find_rows(text_rows *rows, const uint8_t *last, int64_t limit) {
  return CALL(find_rows, rows, last, limit);
}

text_seen text_read_short(const text_fields *fields, double *numbers) {
  return CALL(read_short, fields, numbers);
}

text_seen text_read_long(
    const text_fields *fields, const text_divisor *divisors, double *numbers) {
  return CALL(read_long, fields, divisors, numbers);
}

text_words text_find_words(const text_fields *fields, uint64_t first, uint64_t second) {
  return CALL(find_words, fields, first, second);
}

uint64_t text_outside(const double *numbers, int64_t count, double low, double high) {
  return CALL(outside, numbers, count, low, high);
}

uint64_t text_leaps(const double *numbers, int64_t count, double reach) {
  return CALL(leaps, numbers, count, reach);
}
