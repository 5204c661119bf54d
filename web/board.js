// The drawing of a pattern with a handle for every value: dragged, or moved by keys.
import { eachColumn } from './columns.js'
import { make, whileHeld } from './elements.js'
import { press } from './keys.js'
import { rounded } from './numbers.js'
import { courseOf, endOf, handlesOf, nameOf, period, snapped } from './pattern.js'
import { ticks } from './scale.js'
import { vectorElement } from './vector.js'

/** @type {{value: PlaceValue, title: string, top: number, height: number}[]} */
const tracks = [
  { value: 'intensity', title: 'Strength', top: 30, height: 150 },
  { value: 'sharpness', title: 'Sharpness', top: 234, height: 96 },
]
const signal = { top: 384, height: 84 }
const height = signal.top + signal.height + 26
const [left, margin] = [36, 16]
const labelWidth = 56 // what a label of the axis of time needs, in pixels

export class Board {
  /** @type {{place: Place, value: PlaceValue, dot: HTMLElement}[]} */ #dots = []
  #shape = ''
  #drawing = make('div')
  #handles = make('div', { role: 'group', ariaLabel: 'Handles' })
  #width = 600
  #span = 1
  /** @type {{x: number, y: number} | null} how far a pointer that holds a handle is from its middle */ #held = null
  #cursor = vectorElement('line', { class: 'cursor', y1: 0, y2: height })
  /** @type {Series | null} what the actuator does in a beat */ acceleration = null
  actuator = ''
  grid = 0
  /** @type {Place} */ chosen = { event: 0, point: 0 }

  /** @param {HTMLElement} place @param {() => Design} design @param {BoardActions} actions */
  constructor(place, design, actions) {
    this.place = place
    this.design = design
    this.actions = actions
    place.append(this.#drawing, this.#handles)
    new ResizeObserver(() => this.draw()).observe(place)
    place.addEventListener('dblclick', event => {
      const box = place.getBoundingClientRect()
      const { top, height } = tracks[0]
      const level = 1 - (event.clientY - box.top - top) / height
      if (event.target instanceof Element && event.target.closest('.dot') || level < 0 || level > 1.1) return
      this.actions.add(Math.max(0, this.#time(event.clientX - box.left)), Math.min(1, Math.round(level * 100) / 100))
    })
  }

  /** @param {number} time */
  #x(time) { return left + (this.#width - left - margin) * time / this.#span }
  /** @param {number} x */
  #time(x) { return (x - left) / (this.#width - left - margin) * this.#span }

  /** @param {number} time since the beat */
  showTime(time) { for (const name of ['x1', 'x2']) this.#cursor.setAttribute(name, `${this.#x(time)}`) }

  draw() {
    const design = this.design()
    this.#width = Math.max(240, this.place.clientWidth)
    // The axis stays as it is under a finger.
    if (!this.#held) this.#span = Math.max(period(design), ...design.events.map(endOf))
    const taps = design.events.filter(event => event.duration === undefined).length
    const drawing = vectorElement('svg', {
      viewBox: `0 0 ${this.#width} ${height}`, width: this.#width, height, role: 'img',
      'aria-label': `${taps} taps and ${design.events.length - taps} vibrations in a beat of ${rounded(period(design), 3)} s` })
    this.#drawAxes(drawing, design)
    for (const track of tracks) for (const event of design.events) this.#drawEvent(drawing, event, track)
    this.#drawSignal(drawing)
    drawing.append(this.#cursor)
    this.#drawing.replaceChildren(drawing)
    const shape = JSON.stringify(design.events.map(event => handlesOf(event).length))
    if (shape !== this.#shape) {
      this.#shape = shape
      this.#build(design)
    }
    this.#placeDots(design)
  }

  /** @param {SVGElement} drawing @param {string} text @param {number} x @param {number} y @param {string} [anchor] */
  #label(drawing, text, x, y, anchor = 'start') {
    drawing.append(vectorElement('text', { x, y, 'text-anchor': anchor }, text))
  }

  /** @param {SVGElement} drawing @param {Design} design */
  #drawAxes(drawing, design) {
    const right = this.#width - margin
    const beat = period(design)
    const step = this.grid > 0 ? beat / this.grid : 0
    const line = (/** @type {number} */ x, /** @type {number} */ top, /** @type {number} */ bottom, kind = 'grid') =>
      drawing.append(vectorElement('line', { class: kind, x1: x, x2: x, y1: top, y2: bottom }))
    for (const { title, top, height, levels } of [
      ...tracks.map(track => ({ ...track, levels: ['1', '0.5', '0'] })),
      { title: `Acceleration (${this.actuator})`, ...signal, levels: this.#levels.map(level => rounded(level, 2)) },
    ]) {
      this.#label(drawing, title, left, top - 12)
      levels.forEach((level, i) => {
        const y = top + height * i / 2
        drawing.append(vectorElement('line', { class: 'grid', x1: left, x2: right, y1: y, y2: y }))
        this.#label(drawing, level, left - 8, y + 4, 'end')
      })
      if (this.#x(step) - left > 5) for (let i = 0; i * step <= this.#span; i++) line(this.#x(i * step), top, top + height)
      for (const time of ticks(0, this.#span, (right - left) / labelWidth)) {
        line(this.#x(time), top + height, top + height + 5)
        this.#label(drawing, `${rounded(time, 3)} s`, this.#x(time), top + height + 17, 'middle')
      }
      if (this.#span > beat) line(this.#x(beat), top, top + height, 'cursor')
    }
  }

  /** @param {SVGElement} drawing @param {PatternEvent} event @param {typeof tracks[0]} track */
  #drawEvent(drawing, event, { value, top, height }) {
    const y = (/** @type {number} */ level) => top + height * (1 - level)
    const x = this.#x(event.time)
    if (event.duration === undefined) {
      if (value === 'intensity') drawing.append(vectorElement('line', { class: 'stem', x1: x, x2: x, y1: y(0), y2: y(event.intensity) }))
      return
    }
    const course = courseOf(event).map(point => `${this.#x(point.time)},${y(point[value])}`).join(' ')
    if (value === 'intensity') drawing.append(vectorElement('polygon', { class: 'body', points: `${x},${y(0)} ${course} ${this.#x(endOf(event))},${y(0)}` }))
    drawing.append(vectorElement('polyline', { class: 'course', points: course }))
  }

  /** The scale of the acceleration. @returns {number[]} */
  get #levels() {
    const peak = (this.acceleration?.values ?? new Float64Array()).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    const level = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find(level => level >= peak) ?? 1
    return [level, 0, -level]
  }

  /** @param {SVGElement} drawing */
  #drawSignal(drawing) {
    if (!this.acceleration) return
    const { times, values } = this.acceleration
    const [level] = this.#levels
    const y = (/** @type {number} */ value) => (signal.top + signal.height / 2 * (1 - value / level)).toFixed(1)
    /** @type {string[]} */ const upper = []
    /** @type {string[]} */ const lower = []
    const scale = /** @type {any} */ ({ left, right: this.#width - margin, from: 0, to: this.#span })
    eachColumn(times, values, scale, (x, low, high) => {
      upper.push(`${x.toFixed(1)},${y(high)}`)
      lower.push(`${x.toFixed(1)},${y(low)}`)
    })
    drawing.append(vectorElement('polygon', { class: 'signal', points: [...upper, ...lower.reverse()].join(' ') }))
  }

  /** @param {Place} place */
  #isChosen({ event, point }) { return event === this.chosen.event && point === this.chosen.point }

  /** @param {Design} design */
  #build(design) {
    const focused = this.#dots.find(({ dot }) => dot === document.activeElement)
    this.#dots = design.events.flatMap((event, index) => handlesOf(event).flatMap((_, point) =>
      tracks.map(track => this.#dot({ event: index, point }, track.value, track.height))))
    this.#handles.replaceChildren(...this.#dots.map(({ dot }) => dot))
    if (focused) this.#dots.find(({ place, value }) => value === focused.value && this.#isChosen(place))?.dot.focus({ preventScroll: true })
  }

  /** @param {Place} place @param {PlaceValue} value @param {number} height */
  #dot(place, value, height) {
    const dot = make('span', { className: 'dot', role: 'slider', tabIndex: 0, ariaValueMin: '0', ariaValueMax: '1', ariaOrientation: 'vertical' })
    const middle = () => {
      const box = this.place.getBoundingClientRect()
      return { x: box.left + parseFloat(dot.style.left), y: box.top + parseFloat(dot.style.top) }
    }
    dot.addEventListener('focus', () => this.actions.choose(place))
    whileHeld(dot, event => {
      const { x, y } = middle()
      this.#held = { x: event.clientX - x, y: event.clientY - y }
    }, event => {
      if (!this.#held) return
      const box = this.place.getBoundingClientRect()
      const { top } = tracks.find(track => track.value === value) ?? tracks[0]
      const level = 1 - (event.clientY - this.#held.y - box.top - top) / height
      const time = this.#time(event.clientX - this.#held.x - box.left)
      this.actions.move(place, { time: snapped(this.design(), time, this.grid), [value]: Math.round(level * 100) / 100 })
    }, () => {
      this.#held = null
      this.draw()
    })
    dot.addEventListener('keydown', event => this.#press(event, place, value))
    return { place, value, dot }
  }

  /** @param {KeyboardEvent} event @param {Place} place @param {PlaceValue} value */
  #press(event, place, value) {
    const design = this.design()
    const point = handlesOf(design.events[place.event])[place.point]
    const step = event.shiftKey ? 0.001 : this.grid === 0 ? 0.01 : period(design) / this.grid
    const rise = event.shiftKey ? 0.01 : 0.05
    press(event, {
      ArrowLeft: () => this.actions.move(place, { time: point.time - step }),
      ArrowRight: () => this.actions.move(place, { time: point.time + step }),
      ArrowUp: () => this.actions.move(place, { [value]: point[value] + rise }),
      ArrowDown: () => this.actions.move(place, { [value]: point[value] - rise }),
      Delete: () => this.actions.remove(place),
    }, event.key === 'Backspace' ? 'Delete' : event.key)
  }

  /** @param {Design} design */
  #placeDots(design) {
    for (const { place, value, dot } of this.#dots) {
      const event = design.events[place.event]
      const point = handlesOf(event)[place.point]
      const { top, height, title } = tracks.find(track => track.value === value) ?? tracks[0]
      dot.className = `dot ${event.duration === undefined ? 'tap' : 'vibration'}${this.#isChosen(place) ? ' chosen' : ''}`
      dot.style.left = `${this.#x(point.time)}px`
      dot.style.top = `${top + height * (1 - point[value])}px`
      dot.ariaLabel = `${nameOf(design, place)}: ${title.toLowerCase()}`
      dot.setAttribute('aria-valuenow', `${point[value]}`)
      dot.setAttribute('aria-valuetext', `${rounded(point[value], 2)} at ${rounded(point.time, 3)} s`)
    }
  }
}
