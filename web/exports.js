// Saves what is shown in any format.
import { decodeText } from './bytes.js'
import { saveFile, stem } from './save.js'
import { zipOf } from './zip.js'

/**
 * Saves an entry; several parts are one archive.
 * @param {import('./source.js').Source} source @param {string} name of the entry @param {string} format or `wav`
 * @returns {Promise<string>} what the format loses, in words
 */
export async function saveAs(source, name, format) {
  if (format === 'wav') {
    saveFile(`${stem(name)}.wav`, await source.wav())
    return ''
  }
  const parts = await source.export({ format })
  const ending = decodeText(parts.get('extension') ?? new Uint8Array())
  const files = [...parts].filter(([part]) => part.startsWith('file')).map(([part, bytes]) =>
    /** @type {[string, Uint8Array]} */ ([`${stem(name)}${part.slice('file'.length)}.${ending}`, bytes]))
  if (files.length === 1) saveFile(...files[0])
  else saveFile(`${stem(name)}.${format}.zip`, zipOf(files))
  return `${format}: ${decodeText(parts.get('lossText') ?? new Uint8Array())}`
}
