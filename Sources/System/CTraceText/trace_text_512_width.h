// Reads numbers of up to WIDTH characters; included from trace_text_512_numbers.h for 8, 16 and 32. The set of a
// field's bytes is a number of WIDTH bits, so that one instruction works on those of 64, 32 or 16 fields.

#define PASTE(one, two) one##two
#define EXPAND(one, two) PASTE(one, two)
#define NAME(function) EXPAND(EXPAND(function, _), WIDTH)
#define LANES(operation) EXPAND(_mm512_##operation##_epi, WIDTH)
#define ROWS(operation) EXPAND(LANES(operation), _mask)

// MARK: What is written for each width

/// The set of the last bytes of a place, as many as a field has.
INLINE __m512i NAME(inside_512)(const uint8_t *lengths) {
#if WIDTH == 8
  const __m128i sets = _mm_set_epi8(0, 0, 0, 0, 0, 0, 0, -1, -2, -4, -8, -16, -32, -64, -128, 0);
  __m512i counts = _mm512_min_epu8(_mm512_load_si512(lengths), _mm512_set1_epi8(9));
  return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(sets), counts);
#elif WIDTH == 16
  __m512i counts = _mm512_cvtepu8_epi16(_mm256_load_si256((const __m256i *)lengths));
  return _mm512_sllv_epi16(_mm512_set1_epi16(-1), _mm512_sub_epi16(_mm512_set1_epi16(16), counts));
#else
  __m512i counts = _mm512_cvtepu8_epi32(_mm_load_si128((const __m128i *)lengths));
  return _mm512_sllv_epi32(_mm512_set1_epi32(-1), _mm512_sub_epi32(_mm512_set1_epi32(32), counts));
#endif
}

/// The last byte of a place, and in the longest one what is too far in front of it.
INLINE void NAME(ends_512)(__m512i *last, __m512i *too_far) {
#if WIDTH == 8
  *last = _mm512_set1_epi8(-128);
  *too_far = _mm512_setzero_si512();
#elif WIDTH == 16
  *last = _mm512_set1_epi16(-32768);
  *too_far = _mm512_setzero_si512();
#else
  *last = _mm512_set1_epi32((int32_t)(1u << 31));
  *too_far = _mm512_set1_epi32(1 << 7);
#endif
}

/// A count for each field as a byte.
INLINE void NAME(put_counts_512)(uint8_t *place, __m512i counts) {
#if WIDTH == 8
  _mm512_store_si512(place, counts);
#elif WIDTH == 16
  _mm256_store_si256((__m256i *)place, _mm512_cvtepi16_epi8(counts));
#else
  _mm_store_si128((__m128i *)place, _mm512_cvtepi32_epi8(counts));
#endif
}

/// All bytes one further back in their place.
INLINE __m512i NAME(shift_512)(__m512i bytes) {
#if WIDTH == 8
  return _mm512_slli_epi64(bytes, 8);
#elif WIDTH == 16
  return _mm512_bslli_epi128(bytes, 1);
#else
  __m512i halves = _mm512_shuffle_i64x2(bytes, bytes, _MM_SHUFFLE(2, 3, 0, 1));
  return _mm512_alignr_epi8(bytes, _mm512_maskz_mov_epi64(0xCC, halves), 15);
#endif
}

// MARK: What is the same

/// The first byte of each set.
INLINE __m512i NAME(first_512)(__m512i sets) {
  return _mm512_and_si512(sets, LANES(sub)(_mm512_setzero_si512(), sets));
}

/// Finds what is no digit.
INLINE void NAME(scan_512)(
    const uint8_t *origin, uint8_t point, const uint32_t *ends, int64_t part, numbers_512 *all) {
  __m512i text = NAME(texts_512)(origin, ends);
  __m512i digits = _mm512_maskz_sub_epi8(all->inside[part], text, _mm512_set1_epi8('0'));
  all->digits[part] = digits;
  all->others[part] = _mm512_cmpgt_epu8_mask(digits, _mm512_set1_epi8(9));
  all->points[part] = _mm512_cmpeq_epi8_mask(digits, _mm512_set1_epi8((char)(point - '0')));
  all->minuses[part] = _mm512_cmpeq_epi8_mask(digits, _mm512_set1_epi8((char)('-' - '0')));
  all->blanks[part] = _mm512_cmpeq_epi8_mask(digits, _mm512_set1_epi8((char)(' ' - '0')));
}

/// Decides which fields are numbers, and what of them are digits.
INLINE void NAME(sort_512)(int64_t row, int64_t part, numbers_512 *all) {
  __m512i last, too_far;
  NAME(ends_512)(&last, &too_far);
  __m512i inside = _mm512_load_si512(all->inside + part), points = _mm512_load_si512(all->points + part);
  __m512i blank = _mm512_and_si512(_mm512_load_si512(all->blanks + part), NAME(first_512)(inside));
  inside = _mm512_andnot_si512(blank, inside);
  __m512i minus = _mm512_and_si512(_mm512_load_si512(all->minuses + part), NAME(first_512)(inside));
  inside = _mm512_andnot_si512(minus, inside);
  __m512i before = LANES(sub)(points, LANES(set1)(1)), upto = _mm512_or_si512(before, points);
  // Another character, a second point, a point at the end, too many characters.
  __m512i known = _mm512_or_si512(points, _mm512_or_si512(blank, minus));
  __m512i fault = _mm512_xor_si512(_mm512_load_si512(all->others + part), known);
  fault = _mm512_or_si512(fault, _mm512_and_si512(points, _mm512_or_si512(before, last)));
  fault = _mm512_or_si512(fault, _mm512_and_si512(inside, too_far));
  all->taken |= (uint64_t)(ROWS(testn)(fault, fault) & ROWS(test)(inside, last)) << row;
  all->negative |= (uint64_t)ROWS(test)(minus, minus) << row;
  NAME(put_counts_512)(all->places + row, LANES(popcnt)(_mm512_xor_si512(upto, _mm512_set1_epi64(-1))));
  _mm512_store_si512(all->inside + part, inside);
  _mm512_store_si512(all->upto + part, LANES(maskz_mov)(ROWS(test)(points, points), upto));
}

/// The digits of fields, without their points, as numbers of four digits.
INLINE __m512i NAME(fours_512)(const numbers_512 *all, int64_t part) {
  __m512i digits = _mm512_maskz_mov_epi8(all->inside[part], all->digits[part]);
  // What stands before the point moves up by one, over the point.
  digits = _mm512_mask_mov_epi8(digits, all->upto[part], NAME(shift_512)(digits));
  __m512i pairs = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(1 << 8 | 10));
  return _mm512_madd_epi16(pairs, _mm512_set1_epi32(1 << 16 | 100));
}

/// The same of two parts as numbers of eight digits: the two of each 16 bytes, of one part and the other.
INLINE __m512i NAME(eights_512)(const numbers_512 *all, int64_t part) {
  __m512i fours = _mm512_packus_epi32(NAME(fours_512)(all, part), NAME(fours_512)(all, part + 1));
  return _mm512_madd_epi16(fours, _mm512_set1_epi32(1 << 16 | 10000));
}

/// Finishes 16 numbers.
INLINE void NAME(put_512)(numbers_512 *all, int64_t row, const text_divisor *divisors, double *numbers) {
#if WIDTH == 8
  const __m512i order = _mm512_set_epi32(15, 14, 11, 10, 7, 6, 3, 2, 13, 12, 9, 8, 5, 4, 1, 0);
  __m512i eights = _mm512_permutexvar_epi32(order, NAME(eights_512)(all, row / 8));
  put_short_512(all, row, _mm512_castsi512_si256(eights), numbers);
  put_short_512(all, row + 8, _mm512_extracti64x4_epi64(eights, 1), numbers);
  (void)divisors;
#elif WIDTH == 16
  const __m512i order = _mm512_set_epi64(7, 5, 3, 1, 6, 4, 2, 0);
  for (int64_t end = row + 16; row < end; row += 8) {
    __m512i eights = _mm512_permutexvar_epi64(order, NAME(eights_512)(all, row / 4));
    put_long_512(all, row, sixteen_512(eights), divisors, numbers);
  }
#else
  const __m512i before = _mm512_set_epi64(13, 9, 12, 8, 5, 1, 4, 0);
  const __m512i behind = _mm512_set_epi64(15, 11, 14, 10, 7, 3, 6, 2);
  for (int64_t end = row + 16; row < end; row += 8) {
    __m512i four = NAME(eights_512)(all, row / 2), next = NAME(eights_512)(all, row / 2 + 2);
    // The first eight digits of 32 are zeros.
    __m512i front = _mm512_srli_epi64(_mm512_permutex2var_epi64(four, before, next), 32);
    __m512i wholes = sixteen_512(_mm512_permutex2var_epi64(four, behind, next));
    wholes = _mm512_add_epi64(wholes, _mm512_mullo_epi64(front, _mm512_set1_epi64(10000000000000000)));
    all->taken &= ~((uint64_t)_mm512_cmpge_epu64_mask(front, _mm512_set1_epi64(1000)) << row);
    put_long_512(all, row, wholes, divisors, numbers);
  }
#endif
}

static text_seen NAME(read_512)(
    const text_fields *fields, const fields_512 *each, const text_divisor *divisors, double *numbers) {
  // Sixteen rows at a time are finished; what is read behind the last one is thrown away.
  const int64_t count = (fields->count + 15) & ~15, together = 512 / WIDTH, of_part = 64 / WIDTH;
  numbers_512 all;
  all.negative = all.taken = 0;
  for (int64_t row = 0; row < count; row += together) {
    _mm512_store_si512(all.inside + row / of_part, NAME(inside_512)(each->lengths + row));
  }
  for (int64_t row = 0; row < count; row += of_part) {
    NAME(scan_512)(fields->origin, fields->point, each->ends + row, row / of_part, &all);
  }
  for (int64_t row = 0; row < count; row += together) NAME(sort_512)(row, row / of_part, &all);
  for (int64_t row = 0; row < count; row += 16) NAME(put_512)(&all, row, divisors, numbers);
  __m512i lengths = _mm512_load_si512(each->lengths);
  uint64_t rows = first_rows(fields->count), empty = _mm512_testn_epi8_mask(lengths, lengths);
  return (text_seen){all.taken & rows, empty & rows, each->longest > 8};
}

#undef PASTE
#undef EXPAND
#undef NAME
#undef LANES
#undef ROWS
#undef WIDTH
