// The page of a session that is still going on: its rows, its heart, and how the connection is.
import { find } from './elements.js'
import { LiveHeart, LiveRows } from './live.js'
import { pulse } from './touch.js'

/** Controls of what is over. */
const ofThePast = ['play', 'loop', 'sound', 'speed']

/**
 * Follows a session.
 * @param {import('./main.js').Page} page
 * @param {{name: string, settings: any, pace: number}} live
 * @returns {LiveHeart} which beats as the rows say
 */
export function followSession(page, { name, settings, pace }) {
  const state = find('live-state', HTMLElement)
  const button = find('hear', HTMLButtonElement)
  for (const id of ofThePast) {
    const control = find(id, HTMLElement)
    ;(control.closest('label') ?? control).hidden = true
  }
  const mark = find('heart', HTMLElement)
  const heart = new LiveHeart(pace, (intensity, duration) => pulse(mark, intensity, duration))
  page.draft.begin(settings)
  page.settingsChanged()
  button.addEventListener('click', () => {
    const isHeard = button.ariaPressed !== 'true'
    button.ariaPressed = String(isHeard)
    heart.listen(isHeard)
  })
  /** @type {import('./trace.js').Trace | null} */ let newest = null
  let isBusy = false
  const waits = 'waiting for the first row'
  new LiveRows('rows', trace => {
    newest = trace
    if (isBusy) return
    isBusy = true
    requestAnimationFrame(async () => {
      // What came while rows were run is taken together.
      for (let trace = newest; trace; trace = newest) {
        newest = null
        await page.replaceRows(name, trace)
        if (state.textContent === waits) state.textContent = 'live'
        if (page.view) heart.show(page.view.session, page.view.times.at(-1) ?? 0)
      }
      isBusy = false
    })
  }, found => {
    state.textContent = {
      running: page.shown ? 'live' : waits,
      lost: 'connection lost, trying again',
      gone: 'the command was ended or started again: open the address that it prints',
      over: 'ended',
    }[found]
  })
  return heart
}
