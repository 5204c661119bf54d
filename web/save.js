// Saves the results of the page, in any format.
import { encodeText, textOf } from './bytes.js'
import { constants } from './constants.js'
import { find, report, saveFile } from './elements.js'
import { EngineError } from './engine.js'
import { lossText } from './losses.js'
import { eventOf, radioOf } from './rows.js'
import { commandLine } from './settings.js'

/** @param {string} name @returns a name without its folders and its ending */
export function stem(name) {
  return name.replace(/^.*[/\\]/, '').replace(/(\.gz)?$/, '').replace(/\.[^.]*$/, '') || 'lubdub'
}

/** @param {string} name of a file that is not read here @returns the command that reads the log of a device */
export const importing = name => `If it is the log of a device: ${commandLine([], ['lubdub', 'import', name, '-o', `${stem(name)}.trace.csv`])} writes a trace to drop here.`

/** @param {string} format @param {string} extension @returns the ending of its files: formats that share an extension name themselves, too */
export const endingOf = (format, extension) => shared.includes(format) ? `${format}.${extension}` : extension
const shared = ['android-waveform', 'openharmony', 'pulsar', 'web-vibrate']

/** @param {Source | null} source @param {string} format @returns {Promise<string>} the ending of its file; the format if the source cannot have it */
export async function endingFor(source, format) {
  try {
    if (source) return endingOf(format, textOf(await source.export({ format }), 'extension'))
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
  }
  return `${format}.out`
}

/** @param {string} name of the entry @param {Rows} rows that are saved as a trace, with the truth that was marked @returns the message */
export function saveTrace(name, rows) {
  const number = (/** @type {number} */ value) => Number.isNaN(value) ? '' : `${value}`
  const lines = ['t_s,source,range_m,rssi_dbm,truth_m,event,fp_power_dbm,channel,sd_m']
  rows.kinds.forEach((kind, i) => lines.push([
    rows.times[i], constants.radios[radioOf(kind)]?.source ?? '', number(rows.ranges[i]), number(rows.powers[i]), number(rows.truths[i]),
    constants.events[eventOf(kind) - 1] ?? '', number(rows.firstPathPowers[i]), rows.channels[i] < 0 ? '' : rows.channels[i], number(rows.deviations[i]),
  ].join()))
  return `${saveFile(`${stem(name)}.truth.csv`, encodeText(`${lines.join('\n')}\n`))} It has all ${rows.count} rows, with the truth as it is shown.`
}

/** Saves an entry, several parts as one archive, and reports the losses of the format, or the reason for a failure.
 * @param {Source} source @param {string} name of the entry @param {string} format or `wav`, also with its channels: `wav places` @param {object} [more] options of the format */
export async function saveAs(source, name, format, more = {}) {
  const losses = find('losses', HTMLElement)
  losses.textContent = ''
  try {
    const [, channels] = /^wav ?(.*)$/.exec(format) ?? []
    if (channels !== undefined) return losses.append(saveFile(`${stem(name)}.${channels && `${channels}.`}wav`, await source.wav(channels ? { channels } : {})))
    const parts = await source.export({ format, ...more })
    const ending = endingOf(format, textOf(parts, 'extension'))
    const files = [...parts].filter(([part]) => part.startsWith('file')).map(([part, bytes], _, { length }) =>
      /** @type {[string, Uint8Array]} */ ([`${length > 1 ? [...stem(name)].slice(0, 20).join('') : stem(name)}${part.slice('file'.length)}.${ending}`, bytes]))
    const said = files.length === 1 ? saveFile(...files[0]) : saveFile(`${stem(name)}.${format}.tar`, archiveOf(files))
    const lost = lossText(parts, 'lossText')
    losses.textContent = lost === 'nothing lost' ? `${said} Nothing is lost.` : `${said}\n${format} does not store:\n${lost}`
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    report(error.message)
  }
}

/** An archive in the `tar` format. Its files have the earliest possible time, so that equal files give equal bytes.
 * @param {[string, Uint8Array][]} files names, of at most 100 bytes, and contents */
const archiveOf = files => new Blob([...files.flatMap(([name, bytes]) => {
  const head = new Uint8Array(512)
  const put = (/** @type {number} */ at, /** @type {string} */ text) => head.set(encodeText(text).subarray(0, 100), at)
  const octal = (/** @type {number} */ number, digits = 11) => number.toString(8).padStart(digits, '0')
  // Name, rights, size, time, blanks for the checksum, a plain file, the mark of the format.
  for (const [at, text] of /** @type {[number, string][]} */ ([
    [0, name], [100, octal(0o644, 7)], [124, octal(bytes.length)], [136, octal(0)], [148, ' '.repeat(8)], [156, '0'], [257, 'ustar\u000000']])) put(at, text)
  put(148, `${octal(head.reduce((sum, byte) => sum + byte), 6)}\0 `)
  return [head, bytes, new Uint8Array(-bytes.length & 511)]
}), new Uint8Array(1024)])
