// Numbers as text for people.

/** A number with at most so many decimals; an en dash for none.
 * @param {number | null | undefined} number @param {number} decimals */
export function rounded(number, decimals) {
  if (number === null || number === undefined || !Number.isFinite(number)) return '–'
  return String(Number(number.toFixed(decimals))).replace('-', '−')
}

/** @param {number | null | undefined} value @param {string} unit */
function withUnit(value, unit) {
  const text = rounded(value, 2)
  return text === '–' ? text : `${text} ${unit}`
}

/** @param {number | null | undefined} value in metres */
export const metres = value => withUnit(value, 'm')

/** @param {number | null | undefined} value in seconds */
export const seconds = value => withUnit(value, 's')

/** A moment: 83.456 as 1:23.46 from two minutes on.
 * @param {number} time @param {number} total */
export function moment(time, total) {
  if (total < 120) return seconds(time)
  const minutes = Math.floor(time / 60)
  const rest = (time - 60 * minutes).toFixed(2).padStart(5, '0')
  return `${minutes}:${rest}`
}
