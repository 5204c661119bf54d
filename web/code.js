// The QR code of a pattern, with which the app Feel opens it on an iPhone: examples/ios/Feel/README.md.
import qrcode from 'qrcode-generator'

const quietZone = 4 // the margin of a code, in squares
const mostSquares = 117 // the maximum number of squares per side: a phone still reads them from a screen

/** @param {Uint8Array} ahap a file @returns {Promise<string>} its link: the file without its blanks, deflated, in base64url */
export async function linkOf(ahap) {
  const text = JSON.stringify(JSON.parse(new TextDecoder().decode(ahap)))
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer())
  const base64 = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  return `lubdub-feel:ahap,${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** @param {string} link @returns {SVGSVGElement | null} its code; null if a phone couldn't read it */
export function codeOf(link) {
  const code = qrcode(0, 'L')
  code.addData(link, 'Byte')
  try {
    code.make()
  } catch {
    return null
  }
  const count = code.getModuleCount()
  if (count > mostSquares) return null
  const side = count + 2 * quietZone
  const picture = document.createElementNS(vector, 'svg')
  picture.setAttribute('viewBox', `${-quietZone} ${-quietZone} ${side} ${side}`)
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', 'QR code of the pattern')
  const path = document.createElementNS(vector, 'path')
  const rows = Array.from({ length: count }, (_, row) =>
    Array.from({ length: count }, (_, column) => code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : '').join(''))
  path.setAttribute('d', rows.join(''))
  picture.append(path)
  return picture
}
const vector = 'http://www.w3.org/2000/svg'
