// Numbers as text for people.

/** @param {number | null | undefined} number @param {number} decimals @returns a number with up to this many decimals; an en dash for none */
export function rounded(number, decimals) {
  if (number === null || number === undefined || !Number.isFinite(number)) return '–'
  return String(Number(number.toFixed(decimals))).replace('-', '−')
}

/** @param {string} text of a program @returns the text with at most four significant digits in each decimal number; names, dates, and addresses stay */
export const fourDigits = text => text.replace(/(?<![\w./]|\w-)\d+\.\d+(?![\w./])/g, number =>
  number.replace(/^[0.]+/, '').replace('.', '').length > 4 ? Number(number) < 1000 ? Number(number).toPrecision(4) : Number(number).toFixed(0) : number)

/** @param {number | null | undefined} value @param {string} unit @returns a number with the digits that a person reads: fewer decimals for larger ones */
function withUnit(value, unit) {
  const size = Math.abs(value ?? 0)
  const text = rounded(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2)
  return text === '–' ? text : `${text} ${unit}`
}

/** @param {number | null | undefined} value in meters */
export const metres = value => withUnit(value, 'm')
/** @param {number | null | undefined} value in seconds @returns it in seconds, from an hour on in hours and minutes */
export function seconds(value) {
  const minutes = Math.round((value ?? 0) / 60)
  return minutes < 60 || !Number.isFinite(minutes) ? withUnit(value, 's') : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** @param {number} time @param {number} total @param {number} [decimals] of seconds @returns a moment: 83.456 as 1:23.5 from two minutes on, and as 0:01:23.5 from an hour on */
export function moment(time, total, decimals = total < 120 ? 2 : 1) {
  if (total < 120) return time >= 9.995 && decimals === 2 ? seconds(time) : `${rounded(time, decimals)} s`
  const tenths = Number(time.toFixed(decimals))
  const minutes = Math.floor(tenths / 60)
  const two = (/** @type {string} */ digits) => digits.replace(/^\d(?=\.|$)/, '0$&')
  const rest = two((tenths - 60 * minutes).toFixed(decimals))
  return total < 3600 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(`${minutes % 60}`)}:${rest}`
}
