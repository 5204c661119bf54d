// The part of trace_text_body.h that reads numbers; trace_text_body.h includes it.

/// Converts 32 digits 0...9 to four numbers of eight digits each: joins pairs, then fours, then eights.
///
/// Lemire, "Quickly parsing eight digits" (2018), with vectors.
#ifdef WIDE
INLINE void NAME(join)(const bytes32 *digits, words32 *joined) {
  __m256i pairs = _mm256_maddubs_epi16((__m256i)*digits, _mm256_set1_epi16(1 << 8 | 10));
  words32 fours = (words32)_mm256_madd_epi16(pairs, _mm256_set1_epi32(1 << 16 | 100));
  *joined = (fours & 0xFFFFFFFF) * 10000 + (fours >> 32);
}

INLINE void NAME(join_both)(
    const bytes32 *first, const bytes32 *second, doubles32 *one, doubles32 *two) {
  const __m256i tens = _mm256_set1_epi16(1 << 8 | 10), hundreds = _mm256_set1_epi32(1 << 16 | 100);
  __m256i low = _mm256_madd_epi16(_mm256_maddubs_epi16((__m256i)*first, tens), hundreds);
  __m256i high = _mm256_madd_epi16(_mm256_maddubs_epi16((__m256i)*second, tens), hundreds);
  __m256i both = _mm256_madd_epi16(_mm256_packus_epi32(low, high), _mm256_set1_epi32(1 << 16 | 10000));
  __m128i half = _mm256_castsi256_si128(both), rest = _mm256_extracti128_si256(both, 1);
  *one = (doubles32)_mm256_cvtepi32_pd(_mm_unpacklo_epi64(half, rest));
  *two = (doubles32)_mm256_cvtepi32_pd(_mm_unpackhi_epi64(half, rest));
}
#else
INLINE void NAME(join)(const bytes32 *digits, words32 *joined) {
  pairs32 bytes = (pairs32)*digits;
  pairs32 pairs = (bytes & 0xFF) * 10 + (bytes >> 8);
  fours32 fours = ((fours32)(pairs * 100) & 0xFFFF) + ((fours32)pairs >> 16);
  *joined = ((words32)fours & 0xFFFFFFFF) * 10000 + ((words32)fours >> 32);
}

/// Joins the digits of two vectors, as doubles. The numbers are below 2^52: they are put in the significand of 2^52, which
/// is then subtracted.
INLINE void NAME(join_both)(
    const bytes32 *first, const bytes32 *second, doubles32 *one, doubles32 *two) {
  const doubles32 base = {0x1p52, 0x1p52, 0x1p52, 0x1p52};
  words32 joined;
  NAME(join)(first, &joined);
  *one = (doubles32)(joined | (words32)base) - base;
  NAME(join)(second, &joined);
  *two = (doubles32)(joined | (words32)base) - base;
}
#endif

/// Reads four numbers, each in a separate word, with the last character in the highest byte.
INLINE void NAME(read_four)(
    const uint8_t *origin, uint64_t gap, uint8_t mark, const uint32_t *starts, int64_t start_stride, const uint32_t *ends,
    int64_t end_stride, int64_t row, double *numbers, double *powers, text_seen *seen, words32 *longest) {
  const words32 top = {0xFFull << 56, 0xFFull << 56, 0xFFull << 56, 0xFFull << 56};
  const words32 one = {1ull << 56, 1ull << 56, 1ull << 56, 1ull << 56};
  words32 text, inside, length;
  for (int lane = 0; lane < 4; lane++) {
    uint64_t end = ends[lane * end_stride] - gap;
    uint64_t count = end - starts[lane * start_stride] - 1;
    text[lane] = load8(origin + end - 8);
    length[lane] = count;
#ifndef WIDE
    inside[lane] = load8(edge + 24 + (count & 15));
#endif
  }
#ifdef WIDE
  // The last bytes, one per character; all eight if there are eight or more characters.
  __m256i missing = _mm256_subs_epu16(_mm256_set1_epi64x(64), _mm256_slli_epi64((__m256i)length, 3));
  inside = (words32)_mm256_sllv_epi64(_mm256_set1_epi64x(-1), missing);
#endif
  bytes32 digits = ((bytes32)text - '0') & (bytes32)inside;
  words32 others = (words32)(digits > 9);
  words32 point = (words32)(digits == (uint8_t)(mark - '0'));
  // A blank counts only in the first place, and a minus only in the first place or after the blank. Both become zeros.
  words32 blank = (words32)(digits == (uint8_t)(' ' - '0')) & inside & ~(inside << 8);
  inside ^= blank;
  words32 minus = (words32)(digits == (uint8_t)('-' - '0')) & inside & ~(inside << 8);
  words32 front = blank | minus;
  words32 no_point = (words32)(point == 0);
  // The bytes after the point; all bytes if there is no point.
  words32 behind = ~(point | (point - 1)) | no_point;
  // One bit for each point.
  words32 points = point & 0x0101010101010101ull;
  words32 plain = (words32)digits & ~front;
  // The digits before the point move up by one place, over the point.
  bytes32 closed = (bytes32)((plain & behind) | ((plain << 8) & ~behind));
  bytes32 unit = (bytes32)(points | (no_point & one));
  doubles32 whole, power;
  NAME(join_both)(&closed, &unit, &whole, &power);
  whole = (doubles32)((words32)whole | ((words32)(minus != 0) & (1ull << 63)));
  memcpy(numbers, &whole, 32);
  memcpy(powers, &power, 32);
  words32 empty = (words32)(length == 0);
  words32 fault = (others ^ (point | front)) | (points & (points - 1)) | ((point | front) & top) |
                  (length & ~15ull) | ((length + 7) & 16) | empty;
  words32 taken = (words32)(fault == 0);
  seen->taken |= (uint64_t)MASK4(taken) << row;
  seen->empty |= (uint64_t)MASK4(empty) << row;
  *longest |= length + 7;
}

static text_seen NAME(read_short)(const text_fields *fields, double *numbers) {
  const uint32_t *starts = fields->starts, *ends = fields->ends;
  int64_t start_stride = fields->start_stride, end_stride = fields->end_stride, row = 0;
  const uint8_t *origin = fields->origin;
  uint64_t gap = fields->gap;
  uint8_t mark = fields->point;
  text_seen seen = {0, 0, false};
  words32 longest = {0};
  uint32_t last_starts[4], last_ends[4];
  double powers[text_row_limit];
  for (; row < fields->count; row += 4) {
    if (row + 4 > fields->count) {
      repeat_last(fields, row, last_starts, last_ends);
      starts = last_starts;
      ends = last_ends;
      start_stride = end_stride = 1;
    }
    NAME(read_four)
    (origin, gap, mark, starts, start_stride, ends, end_stride, row, numbers + row, powers + row, &seen, &longest);
    starts += 4 * start_stride;
    ends += 4 * end_stride;
  }
  // Clinger (1990): both are exact doubles, so only one rounding remains. Divisions in a separate loop do not delay
  // the code before them.
  for (row = 0; row < fields->count; row += 4) {
    doubles32 whole, power;
    memcpy(&whole, numbers + row, 32);
    memcpy(&power, powers + row, 32);
    whole /= power;
    memcpy(numbers + row, &whole, 32);
  }
  seen.taken &= first_rows(fields->count);
  seen.empty &= first_rows(fields->count);
  seen.has_long = (longest[0] | longest[1] | longest[2] | longest[3]) > 15;
  return seen;
}

/// `digits` / 5^n / 2^n, correctly rounded, by multiplication with a reciprocal: Möller and Granlund,
/// "Improved division by invariant integers" (2011), algorithm 4.
INLINE double NAME(quotient)(const text_divisor *by, uint64_t digits) {
  int shift = __builtin_clzll(digits | 1);
  uint64_t dividend = digits << shift;
  // The dividend is halved unless it is below the divisor, so the quotient has 64 bits.
  uint64_t half = dividend >= by->divisor;
  uint64_t high = dividend >> half, low = (dividend & half) << 63;
  uint64_t below, bits = multiply(by->reciprocal, high, &below);
  below += low;
  bits += high + (below < low) + 1;
  uint64_t rest = low - bits * by->divisor;
  uint64_t above = rest > below ? ~0ull : 0;
  bits += above;
  rest += above & by->divisor;
  if (__builtin_expect(rest >= by->divisor, 0)) {
    bits++;
    rest -= by->divisor;
  }
  // 63 bits, the lowest bit set if more bits follow: the conversion of a signed integer to a double rounds it.
  double rounded = (double)(int64_t)(bits >> 1 | (bits & 1) | (rest != 0));
  uint64_t scale = (uint64_t)(1023 - 63 + (int64_t)half - shift - by->exponent) << 52;
  double power;
  memcpy(&power, &scale, 8);
  return rounded * power;
}

#ifdef WIDE
/// Divides four whole numbers by powers of ten, correctly rounded; `places` contains the number of digits after the point,
/// and the sign in the highest bit.
///
/// The numbers are multiplied by 10^-n with twice the digits of a double. The error is less than
/// 2^-103 of the product. If 2^-100 of the product more or less could give different doubles, the exact division is used.
INLINE void NAME(divide_four)(const uint8_t *places, const text_divisor *divisors, double *numbers) {
  const __m256d near = _mm256_set1_pd(0x1p52), far = _mm256_set1_pd(0x1p84), error = _mm256_set1_pd(0x1p-100);
  int n[4];
  for (int lane = 0; lane < 4; lane++) n[lane] = places[lane] & 31;
  // Two doubles whose sum is the whole number: the nearest double, and the rest.
  __m256i wholes = _mm256_loadu_si256((const __m256i *)numbers);
  __m256d upper = _mm256_sub_pd((__m256d)_mm256_or_si256(_mm256_srli_epi64(wholes, 32), (__m256i)far), far);
  __m256d lower = _mm256_sub_pd((__m256d)_mm256_blend_epi32(wholes, (__m256i)near, 0xAA), near);
  __m256d high = _mm256_add_pd(upper, lower), low = _mm256_sub_pd(lower, _mm256_sub_pd(high, upper));
  __m256d inverse = _mm256_setr_pd(inverses[n[0]], inverses[n[1]], inverses[n[2]], inverses[n[3]]);
  __m256d rest =
      _mm256_setr_pd(inverse_rests[n[0]], inverse_rests[n[1]], inverse_rests[n[2]], inverse_rests[n[3]]);
  __m256d product = _mm256_mul_pd(high, inverse), more = _mm256_fmsub_pd(high, inverse, product);
  more = _mm256_fmadd_pd(low, inverse, _mm256_fmadd_pd(high, rest, more));
  __m256d most = _mm256_add_pd(product, _mm256_fmadd_pd(product, error, more));
  __m256d least = _mm256_add_pd(product, _mm256_fnmadd_pd(product, error, more));
  uint32_t four;
  memcpy(&four, places, 4);
  __m256i marks = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128((int)four));
  // The table contains small powers of ten, and zero for larger powers.
  __m256d is_unsure = _mm256_or_pd(
      _mm256_cmp_pd(most, least, _CMP_NEQ_UQ), _mm256_cmp_pd(inverse, _mm256_setzero_pd(), _CMP_EQ_OQ));
  uint32_t unsure = (uint32_t)_mm256_movemask_pd(is_unsure);
  __m256i signs = _mm256_slli_epi64(_mm256_srli_epi64(marks, 7), 63);
  _mm256_storeu_pd(numbers, _mm256_xor_pd(most, (__m256d)signs));
  for (; __builtin_expect(unsure != 0, 0); unsure &= unsure - 1) {
    int lane = __builtin_ctz(unsure);
    double number = NAME(quotient)(divisors + n[lane], ((words32)wholes)[lane]);
    numbers[lane] = places[lane] >> 7 ? -number : number;
  }
}
#endif

/// Reads numbers of up to 24 characters, one at a time.
static text_seen NAME(read_long)(
    const text_fields *fields, const text_divisor *divisors, double *numbers) {
  const uint32_t *starts = fields->starts, *ends = fields->ends;
  int64_t start_stride = fields->start_stride, end_stride = fields->end_stride;
  const uint8_t *origin = fields->origin;
  text_seen seen = {0, 0, false};
  uint32_t longest = 0;
  uint8_t point = fields->point - '0', places[text_row_limit] = {0};
  for (int64_t row = 0; row < fields->count; row++) {
    uint32_t start = starts[row * start_stride] + 1;
    uint32_t end = ends[row * end_stride] - fields->gap, count = end - start;
    start += origin[start] == ' ';
    uint64_t negative = origin[start] == '-';
    uint32_t length = end - start - (uint32_t)negative;
    bytes32 digits, choice;
    memcpy(&digits, origin + end - 32, 32);
    memcpy(&choice, edge + (length & 31), 32);
    digits = (digits - '0') & choice;
    bytes32 is_other = (bytes32)(digits > 9), is_point = (bytes32)(digits == point);
    uint32_t others = MASK32(is_other), points = MASK32(is_point);
    uint32_t behind = points ? 31 - (uint32_t)__builtin_ctz(points) : 32;
    memcpy(&choice, edge + behind, 32);
    // The digits before the point move up by one place, over the point. The first byte is 0.
    bytes32 moved = __builtin_shufflevector(
        digits, digits, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30);
    bytes32 closed = (digits & choice) | (moved & ~choice);
    words32 eights;
    NAME(join)(&closed, &eights);
    uint64_t whole = eights[1] * 10000000000000000 + eights[2] * 100000000 + eights[3];
    memcpy(numbers + row, &whole, 8);
    places[row] = (uint8_t)((behind & 31) | negative << 7);
    bool is_taken = (others == points) & ((points & ((points - 1) | 1u << 31)) == 0) & (length - 1 < 24) &
                    (eights[1] < 1000);
    seen.taken |= (uint64_t)is_taken << row;
    seen.empty |= (uint64_t)(count == 0) << row;
    longest = longest > count ? longest : count;
  }
  seen.has_long = longest > 8;
  // Divisions in a separate loop do not delay the code before them.
#ifdef WIDE
  for (int64_t row = 0; row < fields->count; row += 4) NAME(divide_four)(places + row, divisors, numbers + row);
#else
  for (int64_t row = 0; row < fields->count; row++) {
    uint64_t whole, result;
    memcpy(&whole, numbers + row, 8);
    const text_divisor *divisor = divisors + (places[row] & 31);
    // Up to 2^53, both are exact doubles here, too.
    double number = whole <= 1ull << 53 && (places[row] & 31) <= 22 ? (double)(int64_t)whole / divisor->power
                                                                    : NAME(quotient)(divisor, whole);
    memcpy(&result, &number, 8);
    result |= (uint64_t)(places[row] >> 7) << 63;
    memcpy(numbers + row, &result, 8);
  }
#endif
  return seen;
}
