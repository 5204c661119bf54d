// Several files as one: a zip archive without compression.
import { joinedBytes } from './bytes.js'

const crcTable = Uint32Array.from({ length: 256 }, (_, i) => {
  let value = i
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** @param {Uint8Array} bytes */
function crcOf(bytes) {
  let crc = 0xffffffff
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255] ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/**
 * An archive. Its files bear the first moment that zip knows, so that the same files give the same bytes.
 * @param {[string, Uint8Array][]} files names and contents
 * @returns {Uint8Array}
 */
export function zipOf(files) {
  /** @type {Uint8Array[]} */ const parts = []
  /** @type {Uint8Array[]} */ const directory = []
  let offset = 0
  for (const [name, bytes] of files) {
    const label = new TextEncoder().encode(name)
    // Version, UTF-8 names, stored, 1980-01-01, checksum, sizes, lengths of name and extra field.
    const fields = [20, 0x800, 0, 0, 0x21]
    const sizes = [crcOf(bytes), bytes.length, bytes.length]
    const local = record(0x04034b50, fields, sizes, [label.length, 0], [])
    parts.push(local, label, bytes)
    directory.push(record(0x02014b50, [20, ...fields], sizes, [label.length, 0, 0, 0, 0], [0, offset]), label)
    offset += local.length + label.length + bytes.length
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0)
  const end = record(0x06054b50, [0, 0, files.length, files.length], [size, offset], [0], [])
  return joinedBytes([...parts, ...directory, end])
}

/**
 * A header: its mark, and numbers of two and four bytes by turns.
 * @param {number} mark @param {number[][]} groups
 */
function record(mark, ...groups) {
  const length = 4 + groups.reduce((sum, group, i) => sum + group.length * (i % 2 ? 4 : 2), 0)
  const view = new DataView(new ArrayBuffer(length))
  view.setUint32(0, mark, true)
  let place = 4
  groups.forEach((group, i) => group.forEach(value => {
    if (i % 2) view.setUint32(place, value, true)
    else view.setUint16(place, value, true)
    place += i % 2 ? 4 : 2
  }))
  return new Uint8Array(view.buffer)
}
