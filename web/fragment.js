// The state of the page in the address: a copy of the address restores it.
import { encodeText } from './bytes.js'
import { find } from './elements.js'
import { labelsIn } from './labels.js'
import { commandLine, differences, lending, withSetting } from './settings.js'

/** @returns {State} the state in the address, or the state of a saved page; empty if the fragment is not from the page */
export function readFragment() {
  try {
    const state = JSON.parse(decodeURIComponent(location.hash.slice(1) || document.documentElement.dataset.state || '') || '{}')
    return typeof state === 'object' && state !== null ? state : {}
  } catch {
    return {}
  }
}

/** @param {Page} page @returns the address of the present state */
export const linkOf = page => `${location.href.replace(/#.*/, '')}#${encodeURIComponent(JSON.stringify(stateOf(page)))}`

/** @param {Page} page that shows a trace @returns the command that writes a page with the same figures, and its limits */
export function commandOf({ entries, shown, moved, pulse }) {
  const traces = entries.filter(({ kind }) => kind === 'trace')
  const { words, file } = shown ?? traces[0]
  // One command reads all files in one way, and only `run` puts rows in order.
  const isSorted = words.includes('--reorder')
  const isOne = traces.length > 1 && (isSorted || traces.some(one => `${one.words}` !== `${words}`))
  const files = isOne ? [file] : traces.map(one => one.file)
  const edges = traces.find(({ session }) => session.fixedTruth)?.session.fixedTruth.edges_m
  const options = [...words, ...edges ? ['--truth-edges', edges.join()] : []]
  return /** @type {const} */ ([
    `${commandLine(moved, pulse.length > 0 ? lending(pulse, file) : ['lubdub', isSorted ? 'run' : 'report', ...files, ...options])} -o page.html`,
    `${isOne ? ` It is for ${file} alone: the files are read in different ways, and one command reads all in one way.` : ''}${
      traces.some(({ rows }) => rows.recorded) ? ' Truth that was marked here is not in the file: save it as a trace first.' : ''}`,
  ])
}

/** @param {Page} page @returns {Uint8Array} the page as it was written, with the present state in it */
export const savedPage = page => encodeText(`<!DOCTYPE html>\n${/** @type {any} */ (globalThis).pageAsWritten.replace(
  /^<html[^>]*>/, `<html lang="en" data-state="${encodeURIComponent(JSON.stringify(stateOf(page)))}">`)}\n`)

let waiting = 0

/** Writes the fragment, and the steps back and forward for a reload, after a moment without changes.
 * @param {Page} page */
export function writeFragment(page) {
  clearTimeout(waiting)
  waiting = window.setTimeout(() => {
    const text = JSON.stringify(stateOf(page))
    history.replaceState(page.draft.history, '', text === '{}' ? location.pathname + location.search : `#${encodeURIComponent(text)}`)
  }, 300)
}

/** @param {Page} page whose engine is ready @param {State} state */
export function applyState({ chart, draft }, state) {
  const whole = (/** @type {Record<string, any>} */ some = {}) =>
    Object.entries(some).reduce((settings, [key, value]) => withSetting(settings, key, value), draft.base)
  if (state.scale) {
    const warp = find('warp', HTMLSelectElement)
    warp.value = state.scale
    warp.dispatchEvent(new Event('change'))
  }
  if (Array.isArray(state.time)) chart.scale.show(...state.time)
  if (typeof state.cursor === 'number') chart.setCursor(chart.within(state.cursor))
  const { truth = null, reference, against = null, labels = {}, variant = draft.step.variant, variants = {} } = state
  const edgesIn = (/** @type {any} */ edges) => Array.isArray(edges) && edges.length > 0 && edges.every((edge, i) => edge > (edges[i - 1] ?? 0)) ? edges : null
  const known = (/** @type {any} */ settings) => draft.tried(whole(settings))
  draft.propose(whole(state.set), '', {
    truth: edgesIn(truth), reference: reference ? known(reference) : null, against: edgesIn(against), labels: labelsIn(labels), variant,
    variants: Object.fromEntries(Object.entries(variants).map(([name, settings]) => [name, known(settings)]).filter(([, settings]) => settings)),
  })
}

/** @param {Page} page @returns the state for the address */
export function stateOf({ chart, controls, draft, entries, shown }) {
  const { scale, cursor, warp } = chart
  const { held, truth, reference, against, labels, variant, variants } = draft.step
  const moved = (/** @type {any} */ settings) => Object.fromEntries(differences(controls.catalog, settings, draft.base))
  const short = (/** @type {number} */ time) => Number(time.toFixed(3))
  const isWhole = scale.to - scale.from >= scale.duration
  const isAny = (/** @type {object} */ members) => Object.keys(members).length > 0
  const set = moved(held)
  return {...(isAny(set) ? { set } : {}), ...(truth ? { truth } : {}), ...(reference ? { reference: moved(reference) } : {}), ...(against ? { against } : {}),
    ...(isAny(labels) ? { labels } : {}),
    ...(isWhole ? {} : { time: /** @type {[number, number]} */ ([short(scale.from), short(scale.to)]) }),
    ...(cursor === null ? {} : { cursor: Number(cursor.toFixed(6)) }),
    ...(entries.length > 1 && shown ? { session: shown.name } : {}),
    ...(warp === 'square root' ? {} : { scale: warp }),
    ...(isAny(variants) ? {
      variants: Object.fromEntries(Object.entries(variants).map(([name, settings]) => [name, moved(settings)])), variant,
    } : {}),
  }
}
