// What is designed, kept in this browser alone, so that a page that is opened again goes on where it was left.

const family = 'lubdub design ' // what the keys of all documents begin with
const mostKept = 8 // documents, the last ones
const mostLength = 500_000 // of a document, in characters

/** @param {any} begin what the page was written with @returns {string} the key of its document */
export function keyOf(begin) {
  // FNV-1a: pages that begin alike are one document.
  const hash = [...JSON.stringify(begin)].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619), 2_166_136_261)
  return `${family}${(hash >>> 0).toString(16)}`
}

/** @param {string} key @returns {any} what was kept; null for nothing */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** @param {string} key @param {object} document @returns {string} why it is not kept; empty where it is */
export function keep(key, document) {
  const text = JSON.stringify({ at: Date.now(), ...document })
  if (text.length > mostLength) return 'This pattern is too large to be kept in the browser: save it.'
  try {
    localStorage.setItem(key, text)
    const others = Object.keys(localStorage).filter(other => other.startsWith(family) && other !== key)
    for (const other of others.sort((a, b) => (kept(b)?.at ?? 0) - (kept(a)?.at ?? 0)).slice(mostKept - 1)) localStorage.removeItem(other)
    return ''
  } catch {
    return 'This browser keeps nothing for this page: save the pattern before you leave.'
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
