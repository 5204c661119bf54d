// The part of trace_text_512.h that reads numbers; included from there.

/// 10^-n in two parts, for n below 24.
INLINE void inverse_512(__m512i places, __m512d *inverse, __m512d *rest) {
  __mmask8 many = _mm512_cmpgt_epu64_mask(places, _mm512_set1_epi64(15));
  *inverse = _mm512_permutex2var_pd(_mm512_load_pd(inverses), places, _mm512_load_pd(inverses + 8));
  *inverse = _mm512_mask_permutexvar_pd(*inverse, many, places, _mm512_load_pd(inverses + 16));
  *rest = _mm512_permutex2var_pd(_mm512_load_pd(inverse_rests), places, _mm512_load_pd(inverse_rests + 8));
  *rest = _mm512_mask_permutexvar_pd(*rest, many, places, _mm512_load_pd(inverse_rests + 16));
}

/// Some quotients, by the exact way of other processors.
static __attribute__((noinline)) __m512d quotients_512(
    __m512i wholes, __m512i places, const text_divisor *divisors, __m512d result, uint32_t which) {
  uint64_t whole[8], place[8];
  double quotient[8];
  _mm512_storeu_si512(whole, wholes);
  _mm512_storeu_si512(place, places);
  _mm512_storeu_pd(quotient, result);
  for (; which != 0; which &= which - 1) {
    int lane = __builtin_ctz(which);
    quotient[lane] = quotient_wide(divisors + (place[lane] & 31), whole[lane]);
  }
  return _mm512_loadu_pd(quotient);
}

/// Whole numbers by powers of ten, correctly rounded.
///
/// They are taken times 10^-n with twice the digits of a double. What was rounded or left out is less than
/// 2^-103 of the product. Where 2^-100 of it more or less may end in different doubles, the exact way is taken.
INLINE __m512d divide_512(__m512i wholes, __m512i places, const text_divisor *divisors) {
  const __m512d error = _mm512_set1_pd(0x1p-100);
  __m512d inverse, rest;
  inverse_512(places, &inverse, &rest);
  __m512d high = _mm512_cvtepu64_pd(wholes);
  __m512d low = _mm512_cvtepi64_pd(_mm512_sub_epi64(wholes, _mm512_cvtpd_epu64(high)));
  __m512d product = _mm512_mul_pd(high, inverse);
  __m512d more = _mm512_fmsub_pd(high, inverse, product);
  more = _mm512_fmadd_pd(low, inverse, _mm512_fmadd_pd(high, rest, more));
  __m512d most = _mm512_add_pd(product, _mm512_fmadd_pd(product, error, more));
  __m512d least = _mm512_add_pd(product, _mm512_fnmadd_pd(product, error, more));
  uint32_t unsure = _mm512_cmp_pd_mask(most, least, _CMP_NEQ_UQ);
  unsure |= _mm512_cmpgt_epu64_mask(places, _mm512_set1_epi64(22));
  if (__builtin_expect(unsure != 0, 0)) return quotients_512(wholes, places, divisors, most, unsure);
  return most;
}

/// The characters of fields, right-aligned in places of 8, 16 or 32 bytes, and sets of these bytes, one bit for
/// each.
typedef struct {
  /// The characters less `0`.
  __m512i digits[text_row_limit / 2];
  /// The bytes of the field; then those of its digits and its point.
  uint64_t inside[text_row_limit / 2] __attribute__((aligned(64)));
  uint64_t others[text_row_limit / 2] __attribute__((aligned(64)));
  uint64_t points[text_row_limit / 2] __attribute__((aligned(64)));
  uint64_t minuses[text_row_limit / 2] __attribute__((aligned(64)));
  uint64_t blanks[text_row_limit / 2] __attribute__((aligned(64)));
  /// The bytes up to the point; none where there is no point.
  uint64_t upto[text_row_limit / 2] __attribute__((aligned(64)));
  /// How many digits stand behind the point.
  uint8_t places[text_row_limit] __attribute__((aligned(64)));
  /// One bit for each row.
  uint64_t negative, taken;
} numbers_512;

/// Eight digits and the eight behind them as one number.
INLINE __m512i sixteen_512(__m512i eights) {
  return _mm512_add_epi64(_mm512_mul_epu32(eights, _mm512_set1_epi64(100000000)), _mm512_srli_epi64(eights, 32));
}

INLINE __m512d signed_512(const numbers_512 *all, int64_t row, __m512d numbers) {
  return _mm512_mask_xor_pd(numbers, (__mmask8)(all->negative >> row), numbers, _mm512_set1_pd(-0.0));
}

INLINE __m512i places_512(const numbers_512 *all, int64_t row) {
  return _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(all->places + row)));
}

/// Eight numbers of eight digits by powers of ten. Clinger (1990): both are exact doubles, so that one
/// rounding remains.
INLINE void put_short_512(const numbers_512 *all, int64_t row, __m256i eights, double *numbers) {
  const __m512d powers = _mm512_set_pd(1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1);
  __m512d power = _mm512_permutexvar_pd(places_512(all, row), powers);
  __m512d whole = signed_512(all, row, _mm512_cvtepi32_pd(eights));
  _mm512_storeu_pd(numbers + row, _mm512_div_pd(whole, power));
}

INLINE void put_long_512(
    const numbers_512 *all, int64_t row, __m512i wholes, const text_divisor *divisors, double *numbers) {
  __m512d quotient = divide_512(wholes, places_512(all, row), divisors);
  _mm512_storeu_pd(numbers + row, signed_512(all, row, quotient));
}

#define WIDTH 8
#include "trace_text_512_width.h"
#define WIDTH 16
#include "trace_text_512_width.h"
#define WIDTH 32
#include "trace_text_512_width.h"

static text_seen read_short_512(const text_fields *fields, double *numbers) {
  fields_512 all;
  gather_512(fields, &all);
  return read_512_8(fields, &all, 0, numbers);
}

static text_seen read_long_512(const text_fields *fields, const text_divisor *divisors, double *numbers) {
  fields_512 all;
  gather_512(fields, &all);
  if (all.longest <= 8) return read_512_8(fields, &all, divisors, numbers);
  if (all.longest <= 16) return read_512_16(fields, &all, divisors, numbers);
  return read_512_32(fields, &all, divisors, numbers);
}
