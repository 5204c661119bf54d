// Saves what the page has made, in any format.
import { textOf } from './bytes.js'
import { constants } from './constants.js'
import { find, report, saveFile } from './elements.js'
import { EngineError } from './engine.js'
import { lossText } from './losses.js'
import { eventOf, radioOf } from './rows.js'

/** @param {string} name @returns a name without its folders and its ending */
export function stem(name) {
  return name.replace(/^.*[/\\]/, '').replace(/(\.gz)?$/, '').replace(/\.[^.]*$/, '') || 'lubdub'
}

/** @param {string} name of the entry @param {Rows} rows that are saved as a trace, with the truth that was marked */
export function saveTrace(name, rows) {
  const number = (/** @type {number} */ value) => Number.isNaN(value) ? '' : `${value}`
  const lines = ['t_s,source,range_m,rssi_dbm,truth_m,event,fp_power_dbm,channel,sd_m']
  rows.kinds.forEach((kind, i) => lines.push([
    rows.times[i], constants.radios[radioOf(kind)]?.source ?? '', number(rows.ranges[i]), number(rows.powers[i]), number(rows.truths[i]),
    constants.events[eventOf(kind) - 1] ?? '', number(rows.firstPathPowers[i]), rows.channels[i] < 0 ? '' : rows.channels[i], number(rows.deviations[i]),
  ].join()))
  saveFile(`${stem(name)}.truth.csv`, new TextEncoder().encode(`${lines.join('\n')}\n`))
}

/** Saves an entry, several parts as one archive, and says what the format loses, or why nothing was saved.
 * @param {Source} source @param {string} name of the entry @param {string} format or `wav` */
export async function saveAs(source, name, format) {
  const losses = find('losses', HTMLElement)
  losses.textContent = ''
  try {
    if (format === 'wav') return saveFile(`${stem(name)}.wav`, await source.wav())
    const parts = await source.export({ format })
    const ending = textOf(parts, 'extension')
    const files = [...parts].filter(([part]) => part.startsWith('file')).map(([part, bytes]) =>
      /** @type {[string, Uint8Array]} */ ([`${stem(name)}${part.slice('file'.length)}.${ending}`, bytes]))
    if (files.length === 1) saveFile(...files[0])
    else saveFile(`${stem(name)}.${format}.zip`, zipOf(files))
    losses.textContent = `${format}: ${lossText(parts, 'lossText')}`
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    report(error.message)
  }
}

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

/** An archive. Its files bear the first moment that zip knows, so that the same files give the same bytes.
 * @param {[string, Uint8Array][]} files names and contents */
function zipOf(files) {
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
  return new Blob([...parts, ...directory, end])
}

/** @param {number} mark @param {number[][]} groups @returns a header: its mark, and numbers of two and four bytes by turns */
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
