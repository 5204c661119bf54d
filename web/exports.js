// Saves what is shown in any format.
import { decodeText } from './bytes.js'
import { saveFile, stem } from './save.js'

/**
 * Saves an entry.
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
  for (const [part, bytes] of parts) {
    if (part.startsWith('file')) saveFile(`${stem(name)}${part.slice('file'.length)}.${ending}`, bytes)
  }
  return `${format}: ${decodeText(parts.get('lossText') ?? new Uint8Array())}`
}
