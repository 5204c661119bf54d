// LZMA: what the engine is compressed with, for it is a quarter smaller than with gzip, the only way that browsers
// have themselves. The format is that of the LZMA SDK's "lzma-specification.txt" (Igor Pavlov, public domain) and of
// `xz --format=lzma`: 13 bytes of header, then one range-coded stream.

/** Bits of a probability; one half at the start. */
const [probabilityBits, oneHalf] = [11, 1024]
/** By how much a probability moves: its distance from the end, by 2^5. */
const adaptation = 5

const half = (/** @type {number} */ count) => new Uint16Array(count).fill(oneHalf)

/** Reads the bits of the range coder. */
class RangeDecoder {
  #range = 0xffffffff
  #code = 0

  /** @param {Uint8Array} bytes @param {number} at the first byte, which is 0 */
  constructor(bytes, at) {
    this.bytes = bytes
    this.at = at + 1
    for (let i = 0; i < 4; i++) this.#code = ((this.#code << 8) | this.bytes[this.at++]) >>> 0
  }

  /**
   * One bit, by a probability that learns from it.
   * @param {Uint16Array} model
   * @param {number} index
   */
  bit(model, index) {
    const probability = model[index]
    const bound = (this.#range >>> probabilityBits) * probability
    let bit = 0
    if (this.#code < bound) {
      this.#range = bound
      model[index] = probability + ((2 * oneHalf - probability) >> adaptation)
    } else {
      this.#range -= bound
      this.#code -= bound
      model[index] = probability - (probability >> adaptation)
      bit = 1
    }
    this.#fill()
    return bit
  }

  /**
   * So many bits that are 0 or 1 alike.
   * @param {number} count
   */
  direct(count) {
    let value = 0
    for (; count > 0; count--) {
      this.#range >>>= 1
      const bit = this.#code >= this.#range ? 1 : 0
      if (bit) this.#code -= this.#range
      value = value * 2 + bit
      this.#fill()
    }
    return value
  }

  /**
   * A number of so many bits, from the highest on.
   * @param {Uint16Array} model
   * @param {number} bits
   * @param {number} [from]
   */
  tree(model, bits, from = 0) {
    let node = 1
    for (let i = 0; i < bits; i++) node = node * 2 + this.bit(model, from + node)
    return node - (1 << bits)
  }

  /**
   * The same from the lowest bit on.
   * @param {Uint16Array} model
   * @param {number} bits
   * @param {number} from
   */
  reverseTree(model, bits, from) {
    let [node, value] = [1, 0]
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(model, from + node)
      node = node * 2 + bit
      value |= bit << i
    }
    return value
  }

  #fill() {
    if (this.#range >= 0x1000000) return
    this.#range = (this.#range << 8) >>> 0
    this.#code = ((this.#code << 8) | this.bytes[this.at++]) >>> 0
  }
}

/** The lengths of matches, from 2 to 273. */
class LengthDecoder {
  #choice = half(2)
  #low = half(16 << 3)
  #middle = half(16 << 3)
  #high = half(256)

  /** @param {RangeDecoder} coder @param {number} place within a group of bytes */
  read(coder, place) {
    if (!coder.bit(this.#choice, 0)) return 2 + coder.tree(this.#low, 3, place << 3)
    if (!coder.bit(this.#choice, 1)) return 10 + coder.tree(this.#middle, 3, place << 3)
    return 18 + coder.tree(this.#high, 8)
  }
}

/**
 * What `xz --format=lzma` made smaller.
 * @param {Uint8Array} bytes whose header has the length of what comes out
 * @returns {Uint8Array}
 * @throws {Error} for what is damaged
 */
export function unlzma(bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(5, true)
  const properties = bytes[0]
  const literalBits = properties % 9
  const literalPlaceMask = (1 << (Math.floor(properties / 9) % 5)) - 1
  const placeMask = (1 << Math.floor(properties / 45)) - 1
  const coder = new RangeDecoder(bytes, 13)
  const literals = half(0x300 << (literalBits + Math.floor(properties / 9) % 5))
  const [isMatch, isRepeat, isRepeat0Long] = [half(12 << 4), half(12), half(12 << 4)]
  const [isRepeat0, isRepeat1, isRepeat2] = [half(12), half(12), half(12)]
  const [slots, distances, align] = [half(4 << 6), half(128), half(16)]
  const [lengths, repeatLengths] = [new LengthDecoder(), new LengthDecoder()]
  const out = new Uint8Array(size)
  let [at, state] = [0, 0]
  let [near, second, third, fourth] = [0, 0, 0, 0]

  const readLiteral = () => {
    const before = at > 0 ? out[at - 1] : 0
    const from = 0x300 * (((at & literalPlaceMask) << literalBits) + (before >> (8 - literalBits)))
    let symbol = 1
    if (state >= 7) {
      let match = out[at - near - 1]
      while (symbol < 0x100) {
        const matchBit = match >> 7 & 1
        match <<= 1
        const bit = coder.bit(literals, from + ((1 + matchBit) << 8) + symbol)
        symbol = symbol * 2 + bit
        if (matchBit !== bit) break
      }
    }
    while (symbol < 0x100) symbol = symbol * 2 + coder.bit(literals, from + symbol)
    out[at++] = symbol & 0xff
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6
  }

  /** @param {number} length of the match */
  const readDistance = length => {
    const slot = coder.tree(slots, 6, Math.min(length - 2, 3) << 6)
    if (slot < 4) return slot
    const bits = (slot >> 1) - 1
    const start = (2 | (slot & 1)) * 2 ** bits
    if (slot < 14) return start + coder.reverseTree(distances, bits, start - slot)
    return start + coder.direct(bits - 4) * 16 + coder.reverseTree(align, 4, 0)
  }

  while (at < size) {
    const place = at & placeMask
    if (!coder.bit(isMatch, (state << 4) + place)) {
      readLiteral()
      continue
    }
    // 0 for one of the last four distances, whose length comes after it.
    let length = 0
    if (!coder.bit(isRepeat, state)) {
      [fourth, third, second] = [third, second, near]
      length = lengths.read(coder, place)
      state = state < 7 ? 7 : 10
      near = readDistance(length)
    } else if (!coder.bit(isRepeat0, state)) {
      if (!coder.bit(isRepeat0Long, (state << 4) + place)) {
        state = state < 7 ? 9 : 11
        out[at] = out[at - near - 1]
        at += 1
        continue
      }
    } else if (!coder.bit(isRepeat1, state)) {
      [near, second] = [second, near]
    } else if (!coder.bit(isRepeat2, state)) {
      [near, second, third] = [third, near, second]
    } else {
      [near, second, third, fourth] = [fourth, near, second, third]
    }
    if (length === 0) {
      length = repeatLengths.read(coder, place)
      state = state < 7 ? 8 : 11
    }
    if (near >= at || length > size - at) throw new Error('the compressed engine is damaged')
    for (const end = at + length; at < end; at++) out[at] = out[at - near - 1]
  }
  return out
}
