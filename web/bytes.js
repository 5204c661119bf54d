// Bytes as text and back.

/** @param {string} text */
export function fromBase64(text) {
  return /** @type {any} */ (Uint8Array).fromBase64?.(text) ?? Uint8Array.from(atob(text), byte => byte.charCodeAt(0))
}

/** @param {string} text characters for 7, 13, or 20 bits, as DenseText.swift writes them */
export function fromDense(text) {
  const bytes = new Uint8Array(text.length * 5 / 2)
  const others = [[126, 28], [9, 94], [10, 95]]
  const digits = Uint8Array.from({ length: 128 }, (_, code) => others.find(one => one[0] === code)?.[1] ?? code - 32)
  let bits = 0, width = 0, count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const rest = code - 0x800
    const value = rest < 0 ? code - 0xa0 : 1888 + rest % 160
    bits |= (code < 128 ? digits[code] : 96 | value & 31 | value >> 5 << 7 | (rest < 0 ? 0 : Math.floor(rest / 160) << 13)) << width
    width += code < 128 ? 7 : rest < 0 ? 13 : 20
    for (; width > 7; width -= 8, bits >>>= 8) bytes[count++] = bits
  }
  return bytes.subarray(0, count)
}

const mostUnpacked = 1e9 // the maximum number of decompressed bytes, limited by the memory of a page

/** @param {ReadableStream} stream @returns the bytes of a stream, piece by piece */
async function* piecesOf(stream) {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // A reader that stops early cancels the stream.
    reader.cancel().catch(() => {})
  }
}

/** Decompressed bytes, piece by piece.
 * @param {ReadableStream} stream @param {'gzip' | 'deflate'} format `deflate` is the zlib format @throws {Error} if damaged or too large */
async function* unpackedPieces(stream, format) {
  let size = 0
  for await (const piece of piecesOf(stream.pipeThrough(new DecompressionStream(format)))) {
    size += piece.length
    if (size > mostUnpacked) {
      throw new Error(`it unpacks to more than ${mostUnpacked / 1e6} MB, too much for a page; lubdub run reads it`)
    }
    yield piece
  }
}

/** The bytes of a file, decompressed if it is a gzip file.
 * @param {Blob} file @param {(count: number) => void} [onCount] the number of bytes read from the file */
export async function* plainPieces(file, onCount = () => {}) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  let count = 0
  const counting = new TransformStream({
    transform(piece, stream) {
      count += piece.length
      onCount(count)
      stream.enqueue(piece)
    },
  })
  const stream = file.stream().pipeThrough(counting)
  yield* first === 0x1f && second === 0x8b ? unpackedPieces(stream, 'gzip') : piecesOf(stream)
}

/** @param {Uint8Array} packed @param {'gzip' | 'deflate'} format */
export const unpacked = (packed, format) => joinedBytes(unpackedPieces(new Blob([packed]).stream(), format))

/** @param {AsyncIterable<Uint8Array>} source @param {number} [most] the maximum number of bytes @throws {Error} if there are more */
export async function joinedBytes(source, most = Infinity) {
  /** @type {Uint8Array[]} */ const pieces = []
  let size = 0
  for await (const piece of source) {
    size += piece.length
    if (size > most) throw new Error(`it has more than ${most / 1e6} MB and is not a trace`)
    pieces.push(piece)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

/** @param {string} text */
export const encodeText = text => new TextEncoder().encode(text)
/** @param {Uint8Array} bytes */
export const decodeText = bytes => new TextDecoder().decode(bytes)
/** @param {Parts} parts @param {string} name @returns the text of a part; empty if there is no such part */
export const textOf = (parts, name) => decodeText(parts.get(name) ?? new Uint8Array())
