// Colors for canvases from the style sheet, read again when the color scheme changes.

const names = [
  'text', 'muted', 'grid', 'over0', 'over1', 'over2', 'over3', 'over4', 'over5', 'panel', 'estimate', 'interval', 'truth', 'range', 'power', 'beat', 'pulse', 'ghost',
  'band', 'warn', 'cursor', 'zone0', 'zone1', 'zone2', 'zone3', 'zone4', 'on-zone0', 'on-zone1', 'on-zone2', 'on-zone3', 'on-zone4',
]

/** @returns {Palette} */
export function palette() {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(names.map(name => [name, style.getPropertyValue(`--${name}`).trim()]))
}

/** The palette for paper, which is white even if the screen is dark. @type {Palette} */
export const paper = Object.fromEntries(names.map(name => [name, `var(--${name})`]))

/** @param {number} zone from the nearest @param {number} count of zones @returns the index of a zone's color, of five */
export const zonePlace = (zone, count) => count <= 1 ? 4 : Math.min(4, Math.max(0, Math.round(4 * zone / (count - 1))))

/** The color of a zone, counted from the nearest, and the color of the text on it.
 * @param {Palette} colors @param {number} zone @param {number} count of zones */
export function zoneColors(colors, zone, count) {
  const place = zonePlace(zone, count)
  return { color: colors[`zone${place}`], ink: colors[`on-zone${place}`] }
}
