// The drawing of a pattern with a handle for every value: dragged, or moved by keys.
import { eachColumn } from './columns.js'
import { listenToBoard } from './board-gestures.js'
import { make, whileHeld } from './elements.js'
import { press } from './keys.js'
import { rounded } from './numbers.js'
import { courseOf, endOf, handleOf, handlesOf, keyOfPlace, nameOf, period, placesOf, snapped } from './pattern.js'
import { placeNames } from './places.js'
import { ticks, TimeScale } from './scale.js'
import { vectorElement } from './vector.js'

/** @type {{value: PlaceValue, title: string, top: number, height: number}[]} */
const tracks = [
  { value: 'intensity', title: 'Strength', top: 30, height: 150 },
  { value: 'sharpness', title: 'Sharpness', top: 234, height: 96 },
]
const signal = { top: 384, height: 84 }
const height = signal.top + signal.height + 26
const [left, margin] = [36, 16]
const labelWidth = 56 // the width of a label of the time axis, in pixels
const [mostHandles, gap] = [200, 14] // if more points are visible, only points this many pixels apart have handles

/** @param {string[]} names of places @param {PatternEvent} event @returns the class of its color; empty for one of all places */
const colorOf = (names, { place }) => place && names.includes(place) ? `over${names.indexOf(place) % 6}` : ''

export class Board {
  /** @type {{place: Place, value: PlaceValue, dot: HTMLElement}[]} */ #dots = []
  #shape = ''
  #drawing = make('div')
  #handles = make('div', { role: 'group', ariaLabel: 'Handles' })
  #frame = make('div', { className: 'frame', hidden: true })
  #width = 600
  /** The visible part of the pattern. */ scale = new TimeScale(1)
  /** @type {{x: number, y: number, toggles: boolean} | null} the offset of a pointer from the middle of its handle, and whether releasing it there selects */ #held = null
  #cursor = vectorElement('line', { class: 'cursor', y1: 0, y2: height })
  /** @type {Series | null} the actuator's acceleration in a beat */ acceleration = null
  /** @type {Series | null} the envelope of a sound that is traced over */ envelope = null
  actuator = ''
  grid = 0
  /** @type {Place} */ chosen = { event: 0, point: 0 }
  /** Whether a press selects, as with Shift, so that fingers do. */ isSelecting = false
  /** @type {Set<string>} the handles that move together */ #picked = new Set()
  #crowded = make('p', { className: 'note', id: 'crowded' })

  /** @param {HTMLElement} place @param {() => Design} design @param {BoardActions} actions */
  constructor(place, design, actions) {
    this.place = place
    this.design = design
    this.actions = actions
    place.append(this.#drawing, this.#handles, this.#frame, this.#crowded)
    new ResizeObserver(() => this.draw()).observe(place)
    listenToBoard(this)
    place.addEventListener('dblclick', event => {
      const box = place.getBoundingClientRect()
      const { top, height } = tracks[0]
      const level = 1 - (event.clientY - box.top - top) / height
      if (event.target instanceof Element && event.target.closest('.dot') || level < 0 || level > 1.1) return
      this.actions.add(Math.max(0, this.#time(event.clientX - box.left)), Math.min(1, Math.round(level * 100) / 100))
    })
  }

  /** @param {number} time */
  #x(time) { return this.scale.x(time) }
  /** @param {number} x */
  #time(x) { return this.scale.time(x) }

  /** @param {Set<string>} keys of handles that move together from now on */
  pick(keys) {
    this.#picked = keys
    this.actions.choose(this.chosen)
  }

  /** Ends a selection. Without a selection, the drawing isn't rebuilt, so that a double click finds its first target. */
  pickNone() { if (this.#picked.size > 0) this.pick(new Set()) }

  /** Adds a handle to the selection, or removes it.
   * @param {Place} place */
  #toggle(place) {
    const key = keyOfPlace(place)
    this.pick(this.#picked.has(key) ? new Set([...this.#picked].filter(one => one !== key)) : new Set([...this.#picked, key]))
  }

  /** @param {Place} place @returns {Place[]} the places that move with it; only itself if it is not selected */
  together(place) {
    return this.#picked.has(keyOfPlace(place)) ? placesOf(this.design()).filter(one => this.#picked.has(keyOfPlace(one))) : [place]
  }

  /** Selects the handles inside a frame on the drawing.
   * @param {{left: number, right: number, top: number, bottom: number}} frame in pixels of the drawing */
  pickWithin(frame) {
    const { events } = this.design()
    this.pick(new Set(events.flatMap((event, index) => handlesOf(event).flatMap((point, i) => {
      const x = this.#x(point.time)
      const isWithin = x >= frame.left && x <= frame.right && tracks.some(({ value, top, height }) => {
        const y = top + height * (1 - point[value])
        return y >= frame.top && y <= frame.bottom
      })
      return isWithin ? [keyOfPlace({ event: index, point: i })] : []
    }))))
  }

  pickAll() { this.pick(new Set(placesOf(this.design()).map(keyOfPlace))) }

  /** @param {{left: number, right: number, top: number, bottom: number} | null} frame to show; null for none */
  showFrame(frame) {
    this.#frame.hidden = frame === null
    if (!frame) return
    for (const side of /** @type {const} */ (['left', 'top'])) this.#frame.style[side] = `${frame[side]}px`
    this.#frame.style.width = `${frame.right - frame.left}px`
    this.#frame.style.height = `${frame.bottom - frame.top}px`
  }

  /** @param {number} factor below 1 for less time @param {number} [center] */
  zoom(factor, center = (this.scale.from + this.scale.to) / 2) {
    this.scale.zoom(factor, center)
    this.draw()
  }
  /** @param {number} share of the visible time, to the right */
  pan(share) {
    this.scale.pan(share * (this.scale.to - this.scale.from))
    this.draw()
  }
  showAll() {
    this.scale.showAll()
    this.draw()
  }

  /** @param {number} time since the beat */
  showTime(time) { for (const name of ['x1', 'x2']) this.#cursor.setAttribute(name, `${this.#x(time)}`) }

  draw() {
    const design = this.design()
    this.#width = Math.max(240, this.place.clientWidth)
    // The axis doesn't change during a drag.
    if (!this.#held) this.scale.setDuration(Math.max(period(design), ...design.events.map(endOf)))
    Object.assign(this.scale, { left, right: this.#width - margin })
    const taps = design.events.filter(event => event.duration === undefined).length
    const drawing = vectorElement('svg', {
      viewBox: `0 0 ${this.#width} ${height}`, width: this.#width, height, role: 'img',
      'aria-label': `${taps} taps and ${design.events.length - taps} vibrations in a beat of ${rounded(period(design), 3)} s` })
    this.#drawAxes(drawing, design)
    // An image within the image is cut at its edges.
    const [x, width] = [left - 2, this.#width - left - margin + 4]
    const plot = vectorElement('svg', { x, width, height, viewBox: `${x} 0 ${width} ${height}` })
    this.#drawEnvelope(plot)
    const names = placeNames(design)
    for (const track of tracks) for (const event of design.events) this.#drawEvent(plot, event, track, colorOf(names, event))
    this.#drawSignal(plot)
    plot.append(this.#cursor)
    drawing.append(plot)
    this.#drawing.replaceChildren(drawing)
    // During a drag, the handles stay, unless their points are gone.
    if (!this.#held || this.#dots.some(({ place: { event, point } }) => !design.events[event] || !handleOf(design.events[event], point))) this.#buildWhereNew(design)
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
      const { from, to } = this.scale
      if (this.#x(from + step) - left > 5) for (let i = Math.ceil(from / step); i * step <= to; i++) line(this.#x(i * step), top, top + height)
      for (const time of ticks(from, to, (right - left) / labelWidth)) {
        line(this.#x(time), top + height, top + height + 5)
        this.#label(drawing, `${rounded(time, 3)} s`, this.#x(time), top + height + 17, 'middle')
      }
      if (to > beat && from <= beat) line(this.#x(beat), top, top + height, 'cursor')
    }
  }

  /** @param {SVGElement} drawing @param {PatternEvent} event @param {typeof tracks[0]} track @param {string} color a class */
  #drawEvent(drawing, event, { value, top, height }, color) {
    const y = (/** @type {number} */ level) => top + height * (1 - level)
    const x = this.#x(event.time)
    if (event.duration === undefined) {
      drawing.append(vectorElement('line', { class: `stem ${color}`, x1: x, x2: x, y1: y(0), y2: y(event[value]) }))
      return
    }
    const course = courseOf(event).map(point => `${this.#x(point.time)},${y(point[value])}`).join(' ')
    if (value === 'intensity') drawing.append(vectorElement('polygon', { class: 'body', points: `${x},${y(0)} ${course} ${this.#x(endOf(event))},${y(0)}` }))
    drawing.append(vectorElement('polyline', { class: `course ${color}`, points: course }))
  }

  /** The scale of the acceleration. @returns {number[]} */
  get #levels() {
    const peak = (this.acceleration?.values ?? new Float64Array()).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    const level = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find(level => level >= peak) ?? 1
    return [level, 0, -level]
  }

  /** @param {SVGElement} drawing */
  #drawEnvelope(drawing) {
    if (!this.envelope) return
    const { top, height } = tracks[0]
    /** @type {string[]} */ const points = []
    eachColumn(this.envelope.times, this.envelope.values, this.scale, (x, _, high) => points.push(`${x.toFixed(1)},${(top + height * (1 - high)).toFixed(1)}`))
    if (points.length === 0) return
    const [first, last] = [points[0], points[points.length - 1]].map(point => point.split(',')[0])
    drawing.append(vectorElement('polygon', { class: 'backing', points: `${first},${top + height} ${points.join(' ')} ${last},${top + height}` }))
  }

  /** @param {SVGElement} drawing */
  #drawSignal(drawing) {
    if (!this.acceleration) return
    const { times, values } = this.acceleration
    const [level] = this.#levels
    const y = (/** @type {number} */ value) => (signal.top + signal.height / 2 * (1 - value / level)).toFixed(1)
    /** @type {string[]} */ const upper = []
    /** @type {string[]} */ const lower = []
    eachColumn(times, values, this.scale, (x, low, high) => {
      upper.push(`${x.toFixed(1)},${y(high)}`)
      lower.push(`${x.toFixed(1)},${y(low)}`)
    })
    drawing.append(vectorElement('polygon', { class: 'signal', points: [...upper, ...lower.reverse()].join(' ') }))
  }

  /** @param {Place} place */
  #isChosen({ event, point }) { return event === this.chosen.event && point === this.chosen.point }

  /** The handles in sight. If there are many, those too close to the previous one are hidden until you zoom in.
   * @param {Design} design @returns {Place[]} */
  #inSight(design) {
    const { from, to, left, right } = this.scale
    const edge = 1e-6 + (to - from) / (right - left)
    const points = design.events.flatMap((event, index) => handlesOf(event).map(({ time }, point) => ({ time, place: { event: index, point } })))
      .filter(({ time }) => time >= from - edge && time <= to + edge)
    this.#crowded.textContent = ''
    if (points.length <= mostHandles) return points.map(({ place }) => place)
    /** @type {Set<Place>} */ const shown = new Set()
    let last = -Infinity
    const isTap = (/** @type {Place} */ { event }) => design.events[event].duration === undefined
    const holdsTaps = points.filter(({ place }) => isTap(place)).length <= mostHandles
    for (const { time, place } of points.toSorted((a, b) => a.time - b.time)) {
      const x = this.#x(time)
      if (x - last < gap && !this.#isChosen(place) && !(holdsTaps && isTap(place))) continue
      last = x
      shown.add(place)
    }
    this.#crowded.textContent = `${points.length - shown.size} more points have no handle here: zoom in.`
    return points.flatMap(({ place }) => shown.has(place) ? [place] : [])
  }

  /** @param {Design} design */
  #buildWhereNew(design) {
    const places = this.#inSight(design)
    const shape = places.map(keyOfPlace).join()
    if (shape === this.#shape) return
    this.#shape = shape
    this.#build(places)
  }

  /** @param {Place[]} places */
  #build(places) {
    const focused = this.#dots.find(({ dot }) => dot === document.activeElement)
    this.#dots = places.flatMap(place => tracks.map(track => this.#dot(place, track.value, track.height)))
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
    const isPicked = () => this.#picked.has(keyOfPlace(place))
    whileHeld(dot, event => {
      const { x, y } = middle()
      const toggles = event.shiftKey || this.isSelecting
      this.#held = { x: event.clientX - x, y: event.clientY - y, toggles }
      if (!toggles && !isPicked()) this.pickNone()
    }, event => {
      if (!this.#held) return
      const { x, y } = middle()
      if (this.#held.toggles) {
        // If a press selects, dragging moves the selection.
        if (Math.hypot(event.clientX - this.#held.x - x, event.clientY - this.#held.y - y) < 4) return
        this.#held.toggles = false
        if (!isPicked()) this.#toggle(place)
      }
      const box = this.place.getBoundingClientRect()
      const { top } = tracks.find(track => track.value === value) ?? tracks[0]
      const level = 1 - (event.clientY - this.#held.y - box.top - top) / height
      const time = this.#time(event.clientX - this.#held.x - box.left)
      this.actions.move(place, { time: snapped(this.design(), time, this.grid), [value]: Math.round(level * 100) / 100 })
    }, () => {
      const toggles = this.#held?.toggles
      this.#held = null
      if (toggles) this.#toggle(place)
      else this.draw()
    })
    dot.addEventListener('keydown', event => this.#press(event, place, value))
    return { place, value, dot }
  }

  /** @param {KeyboardEvent} event @param {Place} place @param {PlaceValue} value */
  #press(event, place, value) {
    const design = this.design()
    const point = handleOf(design.events[place.event], place.point)
    const step = event.shiftKey ? 0.001 : this.grid === 0 ? 0.01 : period(design) / this.grid
    const rise = event.shiftKey ? 0.01 : 0.05
    press(event, {
      ArrowLeft: () => this.actions.move(place, { time: point.time - step }),
      ArrowRight: () => this.actions.move(place, { time: point.time + step }),
      ArrowUp: () => this.actions.move(place, { [value]: point[value] + rise }),
      ArrowDown: () => this.actions.move(place, { [value]: point[value] - rise }),
      Delete: () => this.actions.remove(place),
      Enter: () => this.#toggle(place),
    }, event.key === 'Backspace' ? 'Delete' : event.key)
  }

  /** @param {Design} design */
  #placeDots(design) {
    const names = placeNames(design)
    for (const { place, value, dot } of this.#dots) {
      const event = design.events[place.event]
      const point = handleOf(event, place.point)
      const { top, height, title } = tracks.find(track => track.value === value) ?? tracks[0]
      const color = colorOf(names, event)
      dot.className = `dot ${event.duration === undefined ? 'tap' : 'vibration'}${this.#isChosen(place) ? ' chosen' : ''}${this.#picked.has(keyOfPlace(place)) ? ' picked' : ''}${color && ` ${color}`}`
      dot.style.left = `${this.#x(point.time)}px`
      dot.style.top = `${top + height * (1 - point[value])}px`
      dot.ariaLabel = `${nameOf(design, place)}: ${title.toLowerCase()}${this.#picked.has(keyOfPlace(place)) ? ', selected' : ''}`
      dot.setAttribute('aria-valuenow', `${point[value]}`)
      dot.setAttribute('aria-valuetext', `${rounded(point[value], 2)} at ${rounded(point.time, 3)} s`)
    }
  }
}
