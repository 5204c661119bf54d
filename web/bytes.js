// Bytes as text and back.

/** Characters that HTML changes or that may end a script: NUL, the carriage return, `<`. */
const forbidden = [0x00, 0x0d, 0x3c]

/**
 * The bytes of text with seven bits a byte, as Base122.swift writes it.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function fromBase122(text) {
  const bytes = new Uint8Array(2 * text.length)
  let [length, bits, count] = [0, 0, 0]
  const push = (/** @type {number} */ group) => {
    bits = (bits << 7 | group) & 0x7fff
    count += 7
    if (count < 8) return
    count -= 8
    bytes[length++] = bits >> count
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x100) push(code)
    else {
      const kind = code - 0x100 >> 7
      push(forbidden[kind % forbidden.length])
      if (kind < forbidden.length) push(code & 127)
    }
  }
  return bytes.subarray(0, length)
}

/** What is unpacked has at most so many bytes: a page has the memory for no more. */
const mostUnpacked = 1e9

/**
 * The bytes of a stream, piece by piece.
 * @param {ReadableStream} stream
 * @returns {AsyncGenerator<Uint8Array>}
 */
async function* piecesOf(stream) {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Whoever wants no more pieces ends the stream.
    reader.cancel().catch(() => {})
  }
}

/**
 * What was made smaller, piece by piece.
 * @param {ReadableStream} stream
 * @param {'gzip' | 'deflate'} format `deflate` is that of zlib
 * @throws {Error} where it is damaged or too large
 */
async function* unpackedPieces(stream, format) {
  let size = 0
  for await (const piece of piecesOf(stream.pipeThrough(new DecompressionStream(format)))) {
    size += piece.length
    if (size > mostUnpacked) {
      throw new Error(`it unpacks to more than ${mostUnpacked / 1e6} MB, which a page has no memory for; lubdub run reads it`)
    }
    yield piece
  }
}

/**
 * The bytes of a file, unpacked where gzip has compressed it.
 * @param {Blob} file
 * @param {(count: number) => void} [onCount] how many bytes of the file are read
 */
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

/**
 * What was made smaller by zlib.
 * @param {Uint8Array} packed
 */
export const inflated = packed => joinedBytes(unpackedPieces(new Blob([packed]).stream(), 'deflate'))

/**
 * Pieces as one.
 * @param {AsyncIterable<Uint8Array>} source
 * @param {number} [most] how many bytes they may have
 * @throws {Error} where they have more
 */
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
