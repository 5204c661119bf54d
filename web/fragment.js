// What a person has set up, in the address: a copy of the address shows the same again.
import { find } from './elements.js'
import { differences, withSetting } from './settings.js'

/** @returns {State} nothing where the fragment is none of the page's */
export function readFragment() {
  try {
    const state = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}')
    return typeof state === 'object' && state !== null ? state : {}
  } catch {
    return {}
  }
}

/** @param {Page} page @returns the address that shows what is shown now */
export const linkOf = page => `${location.href.replace(/#.*/, '')}#${encodeURIComponent(JSON.stringify(stateOf(page)))}`

let waiting = 0

/** Writes the fragment when nothing has changed for a moment.
 * @param {() => State} state */
export function writeFragment(state) {
  clearTimeout(waiting)
  waiting = window.setTimeout(() => {
    const text = JSON.stringify(state())
    history.replaceState(null, '', text === '{}' ? location.pathname + location.search : `#${encodeURIComponent(text)}`)
  }, 300)
}

/** @param {Page} page whose engine is there @param {State} state */
export function applyState({ chart, draft, variants }, state) {
  const whole = (/** @type {Record<string, any>} */ some) =>
    Object.entries(some).reduce((settings, [key, value]) => withSetting(settings, key, value), draft.base)
  for (const [name, settings] of Object.entries(state.variants ?? {})) variants.settings.set(name, whole(settings))
  if (state.variant) variants.current = state.variant
  if (state.scale) {
    const warp = find('warp', HTMLSelectElement)
    warp.value = state.scale
    warp.dispatchEvent(new Event('change'))
  }
  if (Array.isArray(state.time)) chart.scale.show(...state.time)
  if (typeof state.cursor === 'number') chart.setCursor(chart.within(state.cursor))
  draft.propose(whole(state.set ?? {}))
}

/** @param {Page} page @returns what the address is to say */
export function stateOf({ chart, controls, draft, entries, shown, variants }) {
  const { scale, cursor, warp } = chart
  const moved = (/** @type {any} */ settings) => Object.fromEntries(differences(controls.catalog, settings, draft.base))
  const short = (/** @type {number} */ time) => Number(time.toFixed(3))
  const set = moved(draft.held)
  const others = [...variants.settings].filter(([name]) => name !== variants.current)
  const isWhole = scale.to - scale.from >= scale.duration
  return {...(Object.keys(set).length > 0 ? { set } : {}),
    ...(isWhole ? {} : { time: /** @type {[number, number]} */ ([short(scale.from), short(scale.to)]) }),
    ...(cursor === null ? {} : { cursor: short(cursor) }),
    ...(entries.length > 1 && shown ? { session: shown.name } : {}),
    ...(warp === 'square root' ? {} : { scale: warp }),
    ...(others.length > 0 ? {
      variants: Object.fromEntries(others.map(([name, settings]) => [name, moved(settings)])), variant: variants.current,
    } : {}),
  }
}
