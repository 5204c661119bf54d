// Designs, kept only in this browser, so that a reopened page continues from its last state.

const family = 'lubdub design ' // the prefix of the keys of all documents
const mostKept = 8 // the number of kept documents: the latest ones
const mostLength = 500_000 // the maximum length of a document, in characters

/** @param {any} begin the initial content of the page @returns {string} the key of its document */
export function keyOf(begin) {
  // FNV-1a: pages with the same initial content share one document.
  const hash = [...JSON.stringify(begin)].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619), 2_166_136_261)
  return `${family}${(hash >>> 0).toString(16)}`
}

/** @param {string} key @returns {any} the kept document; null if there is none */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** @param {string} key @param {object} document @returns {string} the reason if it is not kept; otherwise empty */
export function keep(key, document) {
  const text = JSON.stringify({ at: Date.now(), ...document })
  if (text.length > mostLength) return 'This pattern is too large to be kept in the browser: save it.'
  try {
    localStorage.setItem(key, text)
    const others = Object.keys(localStorage).filter(other => other.startsWith(family) && other !== key)
    for (const other of others.sort((a, b) => (kept(b)?.at ?? 0) - (kept(a)?.at ?? 0)).slice(mostKept - 1)) localStorage.removeItem(other)
    return ''
  } catch {
    return 'This browser saves nothing for this page: save the pattern before you leave.'
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(key)
  } catch {
    // A browser without storage has no document to forget.
  }
}
