// Bytes as text and back.

/**
 * The bytes of base64 text.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromBase64(text) {
  const quick = /** @type {any} */ (Uint8Array).fromBase64
  if (quick) return quick(text.trim())
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

/** Characters that need no escape in a script of HTML. */
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%()*+,./:;>=?@[]^_`{|}~"\'-'

/**
 * The bytes of base91 text: two characters for 13 or 14 bits.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromBase91(text) {
  const values = new Uint8Array(128)
  for (let i = 0; i < digits.length; i++) values[digits.charCodeAt(i)] = i
  const characters = text.trim()
  const bytes = new Uint8Array(characters.length)
  let length = 0
  let bits = 0
  let count = 0
  let first = -1
  for (let i = 0; i < characters.length; i++) {
    const digit = values[characters.charCodeAt(i)]
    if (first < 0) {
      first = digit
      continue
    }
    const value = first + 91 * digit
    first = -1
    bits |= value << count
    for (count += (value & 8191) > 88 ? 13 : 14; count > 7; count -= 8) {
      bytes[length++] = bits
      bits >>= 8
    }
  }
  if (first >= 0) bytes[length++] = bits | first << count
  return bytes.subarray(0, length)
}

/**
 * The bytes of a column of rows.
 * @param {string} text numbers that each end with a comma, none for a row without one; or base64
 * @returns {Uint8Array}
 */
export function bytesOf(text) {
  if (!text.includes(',')) return fromBase64(text)
  const numbers = text.slice(0, -1).split(',')
  return new Uint8Array(Float64Array.from(numbers, one => (one === '' ? NaN : Number(one))).buffer)
}

/** What is unpacked has at most so many bytes: a page has the memory for no more. */
const mostUnpacked = 256e6

/**
 * What was made smaller.
 * @param {Blob | Uint8Array} packed
 * @param {'gzip' | 'deflate'} format `deflate` is that of zlib
 * @returns {Promise<Uint8Array>}
 * @throws {Error} where it is damaged or too large
 */
export async function unpacked(packed, format) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader()
  /** @type {Uint8Array[]} */ const pieces = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > mostUnpacked) {
      await reader.cancel()
      throw new Error(`it unpacks to more than ${mostUnpacked / 1e6} MB, which a page has no memory for; lubdub run reads it`)
    }
    pieces.push(value)
  }
  return joinedBytes(pieces)
}

/**
 * Pieces as one.
 * @param {Uint8Array[]} pieces
 */
export function joinedBytes(pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let place = 0
  for (const piece of pieces) {
    whole.set(piece, place)
    place += piece.length
  }
  return whole
}

/**
 * Text as UTF-8.
 * @param {string} text
 */
export const encodeText = text => new TextEncoder().encode(text)

/**
 * UTF-8 as text, and UTF-16 that begins with its mark.
 * @param {Uint8Array} bytes
 */
export const decodeText = bytes => new TextDecoder(
  bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8').decode(bytes)

/**
 * Bytes as doubles, little-endian; without a copy where they are alone in their memory.
 * @param {Uint8Array} bytes
 * @returns {Float64Array}
 */
export const doubles = bytes =>
  new Float64Array(bytes.length === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer)
