// The edges of zones as handles at the right of the chart: dragged, moved by keys, or typed.
import { make, showNumber, whileHeld } from './elements.js'
import { press } from './keys.js'
import { zonePlace } from './palette.js'
import { withSetting } from './settings.js'

export class Handles {
  /** @type {{handle: HTMLElement, grip: HTMLElement, number: HTMLInputElement, line: HTMLElement}[]} */ #handles = []
  #shape = ''

  /** @param {HTMLElement} place over the chart @param {Chart} chart @param {Draft} draft */
  constructor(place, chart, draft) {
    this.place = place
    this.chart = chart
    this.draft = draft
    chart.onDraw = () => this.update()
  }

  update() {
    const y = this.chart.pixels
    this.place.hidden = y === null
    if (!y) return
    const { zones } = this.draft.shown
    /** @type {number[]} */ const edges = [zones.edges].flat()
    const shape = JSON.stringify([edges.length, zones.names])
    if (shape !== this.#shape) {
      this.#shape = shape
      this.#build(edges.length, zones.names)
    }
    const key = this.draft.refusal?.key
    const pixels = edges.map(y)
    const places = spreadOut(pixels, this.chart.distanceSpan, this.#handles[0]?.handle.offsetHeight ?? 24)
    this.#handles.forEach(({ handle, grip, number, line }, i) => {
      handle.style.left = `${this.chart.scale.right + 12}px`
      handle.style.top = `${places[i]}px`
      // From the end of the edge's line to the handle.
      const [x, rise] = [12, places[i] - pixels[i]]
      line.style.left = `${this.chart.scale.right}px`
      line.style.top = `${pixels[i]}px`
      line.style.width = `${Math.hypot(x, rise)}px`
      line.style.transform = `rotate(${Math.atan2(rise, x)}rad)`
      showNumber(number, edges[i])
      // A finger has no room for the field next to it.
      grip.dataset.value = `${edges[i]} m`
      grip.setAttribute('aria-valuenow', `${edges[i]}`)
      grip.setAttribute('aria-valuetext', `${edges[i]} metres`)
      for (const one of [grip, number]) one.ariaInvalid = key === `zones.edges[${i}]` ? 'true' : null
    })
  }

  /** @param {number} count @param {string[]} names */
  #build(count, names) {
    this.#handles = Array.from({ length: count }, (_, i) => this.#handle(i, names[i] ?? `${i}`, names.length))
    this.place.replaceChildren(...this.#handles.flatMap(({ handle, line }) => [line, handle]))
  }

  /** @param {number} i @param {string} name @param {number} count of zones */
  #handle(i, name, count) {
    const grip = make('span', {
      className: 'grip', role: 'slider', tabIndex: 0, textContent: name, ariaLabel: `${name} ends at`,
      ariaValueMin: '0', ariaValueMax: '1000', ariaOrientation: 'vertical' })
    const number = make('input', { type: 'number', step: 'any', inputMode: 'decimal', ariaLabel: `${name} ends at, in meters` })
    number.addEventListener('change', () => {
      if (Number.isFinite(number.valueAsNumber)) this.#set(i, number.valueAsNumber)
    })
    const handle = make('div', { className: `handle zone-${zonePlace(i, count)}` }, [grip, number, 'm'])
    const line = make('i', { className: `handle-line zone-${zonePlace(i, count)}` })
    this.#listen(grip, i)
    return { handle, grip, number, line }
  }

  /** @param {HTMLElement} grip @param {number} i */
  #listen(grip, i) {
    /** @type {number | null} the offset of the pointer from the edge; null while it is not pressed */ let offset = null
    whileHeld(grip, event => {
      const y = this.chart.pixels
      if (y) offset = event.clientY - y(this.#edges(i)[i])
    }, event => {
      const y = this.chart.pixels
      if (offset !== null && y) this.#move(i, aimed(distanceAt(y, event.clientY - offset)))
    }, () => { offset = null })
    const step = (/** @type {number} */ by) => () => {
      const edge = this.#edges(i)[i]
      this.#move(i, Number((edge + by * 10 ** Math.floor(Math.log10(edge)) / 10).toPrecision(4)))
    }
    grip.addEventListener('keydown', event => press(event, {
      ArrowUp: step(1), ArrowRight: step(1), ArrowDown: step(-1), ArrowLeft: step(-1), PageUp: step(10), PageDown: step(-10) }))
  }

  /** @param {number} i of the handle that moves @returns {number[]} */
  #edges(i) { return [this.draft.from(`zones.edges[${i}]`).zones.edges].flat() }

  /** @param {number} i @param {number} value in meters */
  #move(i, value) {
    const edges = this.#edges(i)
    const [inner, outer] = [edges[i - 1], edges[i + 1]]
    const lowest = inner === undefined ? 0.001 : inner + stepAt(inner)
    const highest = outer === undefined ? 1000 : outer - stepAt(outer)
    if (lowest > highest) return
    this.#set(i, Number(Math.min(Math.max(value, lowest), highest).toPrecision(6)))
  }

  /** @param {number} i @param {number} value in meters */
  #set(i, value) {
    const key = `zones.edges[${i}]`
    this.draft.propose(withSetting(this.draft.from(key), 'zones.edges', this.#edges(i).with(i, value)), key)
  }
}

/** Places that don't overlap, each as close as possible to its desired place.
 * @param {number[]} pixels downwards @param {{top: number, bottom: number}} span @param {number} height */
function spreadOut(pixels, { top, bottom }, height) {
  const gap = Math.min(height + 2, (bottom - top) / Math.max(1, pixels.length))
  const places = [...pixels]
  let free = bottom - gap / 2
  for (let i = 0; i < places.length; i++) {
    places[i] = Math.min(places[i], free)
    free = places[i] - gap
  }
  free = top + gap / 2
  for (let i = places.length - 1; i >= 0; i--) {
    places[i] = Math.max(places[i], free)
    free = places[i] + gap
  }
  return places
}

/** @param {(distance: number) => number} y falls as distances grow @param {number} pixel */
function distanceAt(y, pixel) {
  let [low, high] = [0.001, 1000]
  for (let i = 0; i < 40; i++) {
    const middle = Math.sqrt(low * high)
    if (y(middle) > pixel) low = middle
    else high = middle
  }
  return low
}

/** @param {number} metres @returns the smallest step that is easy to aim at, in meters */
const stepAt = metres => metres < 0.1 ? 0.005 : metres < 10 ? 0.01 : metres < 100 ? 0.1 : 1

/** @param {number} metres @returns the distance, rounded to that step */
function aimed(metres) {
  const step = stepAt(metres)
  return Math.max(0.005, Number((Math.round(metres / step) * step).toPrecision(6)))
}
