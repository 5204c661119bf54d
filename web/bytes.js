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

/** Characters that need no escape in HTML. */
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%()*+,-.:;=?@^_`{|}~'

/**
 * The bytes of base85 text: five characters for four bytes, a sixteenth shorter than base64.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromBase85(text) {
  const values = new Uint8Array(128)
  for (let i = 0; i < digits.length; i++) values[digits.charCodeAt(i)] = i
  const characters = text.trim()
  const rest = characters.length % 5
  const bytes = new Uint8Array(Math.floor(characters.length / 5) * 4 + Math.max(0, rest - 1))
  for (let from = 0, to = 0; from < characters.length; from += 5) {
    let word = 0
    for (let i = from; i < from + 5; i++) {
      word = word * 85 + (i < characters.length ? values[characters.charCodeAt(i)] : 84)
    }
    for (let shift = 24; shift >= 0 && to < bytes.length; shift -= 8) bytes[to++] = word >>> shift
  }
  return bytes
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

/**
 * What gzip made smaller.
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function gunzip(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/**
 * Text as UTF-8.
 * @param {string} text
 */
export const encodeText = text => new TextEncoder().encode(text)

/**
 * UTF-8 as text.
 * @param {Uint8Array} bytes
 */
export const decodeText = bytes => new TextDecoder().decode(bytes)

/**
 * Bytes as doubles, little-endian; without a copy where they are alone in their memory.
 * @param {Uint8Array} bytes
 * @returns {Float64Array}
 */
export const doubles = bytes =>
  new Float64Array(bytes.length === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer)
