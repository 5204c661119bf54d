// What a person has set up, in the address: a copy of the address shows the same again.

/**
 * @typedef {object} State
 * @property {Record<string, any>} [set] settings by key that differ from those of the page
 * @property {[number, number]} [time] what is visible, in seconds
 * @property {number} [cursor] in seconds
 * @property {string} [session] the name of what is shown
 * @property {string} [scale] of distances
 * @property {Record<string, Record<string, any>>} [variants] the settings of each
 * @property {string} [variant] the one that is shown
 */

/** @returns {State} nothing where the fragment is none of the page's */
export function readFragment() {
  try {
    const state = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}')
    return typeof state === 'object' && state !== null ? state : {}
  } catch {
    return {}
  }
}

let waiting = 0

/**
 * Writes the fragment when nothing has changed for a moment.
 * @param {() => State} state
 */
export function writeFragment(state) {
  clearTimeout(waiting)
  waiting = window.setTimeout(() => {
    const text = JSON.stringify(state())
    history.replaceState(null, '', text === '{}' ? location.pathname + location.search : `#${encodeURIComponent(text)}`)
  }, 300)
}
