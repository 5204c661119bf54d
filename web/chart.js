// The chart: tracks on one time axis, on one canvas. Zoom, pan, and a cursor that reads every track.
import { make } from './elements.js'
import { faultsOf } from './faults.js'
import { listenToGestures } from './gestures.js'
import { moment } from './numbers.js'
import { palette, paper } from './palette.js'
import { ticks, TimeScale } from './scale.js'
import { fill, within, write } from './track.js'
import { beatsTrack } from './track-beats.js'
import { ceremonyTrack } from './track-ceremony.js'
import { distanceTrack } from './track-distance.js'
import { patternTracks } from './track-pattern.js'
import { pulseTrack } from './track-pulse.js'
import { signalTrack } from './track-signal.js'
import { zonesTrack } from './track-zones.js'
import { VectorContext } from './vector.js'

const titleHeight = 22
const axisHeight = 30
const narrow = 600 // a narrower chart is drawn for a phone
const [shareOfWindow, shareOfPhone, lowest, highest] = [0.34, 0.24, 200, 480] // the share of the window for distances, and its minimum and maximum in pixels
const closeUp = 8 // the number of visible seconds around a chosen moment

export class Chart {
  /** @type {Track[]} */ #tracks = []
  /** @type {ReturnType<typeof distanceTrack> | null} */ #distance = null
  /** @type {View | null} */ #view = null
  /** @type {Fault[]} */ faults = []
  #isDrawn = true
  #isNarrow = false
  /** @type {number | null} the moment of the cursor; null for none */ cursor = null
  scale = new TimeScale(1)
  /** @type {keyof typeof import('./track.js').warps} */ warp = 'square root'
  /** Whether the tracks for experts are shown, too. */ showsAll = false
  /** @type {{from: number, to: number} | null} A stretch of time that is selected */ stretch = null
  /** @type {number | null} the start of a stretch that keys select */ anchor = null
  /** Whether a finger that is dragged selects, too, as a mouse does. */ isMarking = false
  /** Called after a stretch was selected, with whether keys selected it. */ onSelect = (/** @type {boolean} */ _byKeys) => {}
  /** Called after each drawing. */ onDraw = () => {}

  /** @param {HTMLCanvasElement} canvas @param {HTMLElement} readout the place for the values at the cursor
   * @param {(time: number, within: number) => void} onSeek called with a chosen moment, and the precision of the pointer */
  constructor(canvas, readout, onSeek) {
    this.canvas = canvas
    this.readout = readout
    this.onSeek = onSeek
    new ResizeObserver(() => this.#fit()).observe(canvas)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.redraw())
    listenToGestures(this)
  }

  /** @param {View} view */
  show(view) {
    if (view.name !== this.#view?.name) {
      this.scale = new TimeScale(view.duration)
      this.cursor = null
      this.stretch = null
    } else {
      this.scale.setDuration(view.duration)
    }
    this.#view = view
    this.faults = view.kind === 'trace' ? faultsOf(view) : []
    this.build()
  }
  build() {
    const view = this.#view
    if (!view) return
    this.#isNarrow = this.canvas.clientWidth < narrow
    const few = !this.showsAll
    const distance = view.kind === 'trace' ? distanceTrack(view, this.warp, Math.round(Math.min(highest, Math.max(lowest, (this.#isNarrow ? shareOfPhone : shareOfWindow) * innerHeight))), this.#isNarrow) : null
    this.#distance = distance
    this.#tracks = distance ? [
      distance, zonesTrack(view), beatsTrack(view, this.#isNarrow ? 40 : 64),
      ...(few ? [] : [signalTrack(view)]),
      ...(few && this.#isNarrow ? [] : [pulseTrack(view), ceremonyTrack(view)]),
    ].flatMap(track => track ?? []) : patternTracks(view)
    this.canvas.style.height = `${this.#height}px`
    this.#read()
    this.redraw()
  }

  #fit() {
    if (this.canvas.clientWidth < narrow !== this.#isNarrow) this.build()
    this.redraw()
  }

  get #height() { return this.#tracks.reduce((sum, track) => sum + titleHeight + track.height, axisHeight) }

  /** @param {number | null} time @param {boolean} [isRead] whether it was moved by keys, so that it is read out */
  setCursor(time, isRead = false) {
    this.cursor = time
    this.#read()
    if (isRead) this.#say()
    this.redraw()
  }

  /** Draws before the next frame, once. */
  redraw() {
    if (!this.#isDrawn) return
    this.#isDrawn = false
    requestAnimationFrame(() => this.#draw())
  }

  #draw() {
    this.#isDrawn = true
    const context = this.canvas.getContext('2d')
    const { width, height } = this.canvas.getBoundingClientRect()
    if (!this.#view || !context || width === 0) return
    const ratio = window.devicePixelRatio || 1
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w
      this.canvas.height = h
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    this.#paint(context, width)
    this.onDraw()
  }

  /** @param {number} width in pixels @returns the chart as a drawing of lines and texts, for paper */
  vector(width) {
    const context = new VectorContext(width, this.#height)
    this.#paint(/** @type {any} */ (context), width, paper)
    return context.root
  }

  /** @param {CanvasRenderingContext2D} context @param {number} width @param {Palette} [colors] */
  #paint(context, width, colors = palette()) {
    this.scale.left = this.#isNarrow ? 58 : 60
    // Handles of zones are on the right, on a phone while settings are open.
    const room = !this.#distance || colors === paper ? 14 : !this.#isNarrow ? 146 : document.documentElement.dataset.sheet ? 96 : 8
    this.scale.right = Math.max(this.scale.left + 20, width - room)
    let top = 0
    for (const track of this.#tracks) {
      context.font = '600 12px system-ui, sans-serif'
      write(context, track.title, this.scale.left, top + titleHeight / 2, colors.text)
      context.font = '12px system-ui, sans-serif'
      const drawing = { context, scale: this.scale, colors, top: top + titleHeight, height: track.height }
      within(context, [0, top + titleHeight - 7, this.scale.right + 1, track.height + 14], () => track.draw(drawing))
      top += titleHeight + track.height
    }
    if (this.stretch) {
      const [left, right] = [this.stretch.from, this.stretch.to].map(time => Math.min(this.scale.right, Math.max(this.scale.left, this.scale.x(time))))
      fill(context, colors.interval, left, titleHeight, Math.max(1, right - left), top - titleHeight)
    }
    this.#drawAxis(context, colors, top)
    this.#drawCursor(context, colors, top)
  }

  /** The pixels of distances, as the chart shows them; null if it shows no distances. */
  get pixels() {
    const drawing = /** @type {any} */ ({ scale: this.scale, top: titleHeight, height: this.#distance?.height })
    return this.#distance?.place(drawing) ?? null
  }
  get distanceSpan() { return { top: titleHeight, bottom: titleHeight + (this.#distance?.height ?? 0) } }

  /** @param {CanvasRenderingContext2D} context @param {Palette} colors @param {number} top */
  #drawAxis(context, colors, top) {
    const { scale } = this
    const marks = ticks(scale.from, scale.to, (scale.right - scale.left) / 90)
    const decimals = Math.max(0, -Math.floor(Math.log10(marks[1] - marks[0]) + 1e-9) || 0)
    for (const time of marks) {
      const x = Math.round(scale.x(time)) + 0.5
      write(context, moment(time, scale.duration, decimals), x, top + 12, colors.muted, 'center', 'top')
      context.fillRect(x, top + 3, 1, 5)
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Palette} colors @param {number} bottom */
  #drawCursor(context, colors, bottom) {
    const { scale, cursor } = this
    if (cursor === null || cursor < scale.from || cursor > scale.to) return
    fill(context, colors.cursor, Math.round(scale.x(cursor)), titleHeight, 1, bottom - titleHeight + 6)
  }

  /** @param {{from: number, to: number} | null} stretch */
  select(stretch) {
    this.stretch = stretch
    if (!stretch) this.anchor = null
    this.redraw()
  }

  /** Begins a stretch that keys select, or ends it.
   * @param {number} time */
  mark(time) {
    const { anchor } = this
    this.anchor = anchor === null ? time : null
    this.select({ from: Math.min(anchor ?? time, time), to: Math.max(anchor ?? time, time) })
    this.onSelect(anchor !== null)
  }

  /** Writes the values of every track at the cursor below the chart. */
  #read() {
    const view = this.#view
    // Without a cursor, the values of the last reading, if the figures are below the first screen.
    const last = view?.kind === 'trace' && matchMedia('(max-width: 62rem)').matches ? view.times.at(-1) : undefined
    const time = this.cursor ?? last
    const line = (/** @type {string} */ name, /** @type {string} */ text) =>
      make('div', {}, [make('dt', { textContent: name.replace(/[:,].*/, '') }), make('dd', { textContent: text })])
    const hint = matchMedia('(pointer: coarse)').matches ? 'Tap the chart.' : 'Point at the chart, or move along it by the arrow keys.'
    if (time === undefined || !view) return this.readout.replaceChildren(line('At the cursor', hint))
    this.readout.replaceChildren(
      line('Time', `${moment(time, view.duration)}${this.cursor === null ? `, the last reading. ${hint}` : ''}`),
      ...this.#tracks.map(track => line(track.title, track.read(time))))
  }

  /** Announces the cursor's position to a screen reader, but not during playback, which is too fast. */
  #say() {
    const { canvas, scale, cursor } = this
    canvas.setAttribute('aria-valuemax', scale.duration.toFixed(1))
    canvas.setAttribute('aria-valuenow', (cursor ?? 0).toFixed(2))
    canvas.setAttribute('aria-valuetext', [...this.readout.children].map(line =>
      `${line.firstChild?.textContent}: ${line.lastChild?.textContent}`).join('; '))
  }

  /** @param {1 | -1} direction */
  seekFault(direction) {
    const now = this.cursor ?? (direction > 0 ? -1 : Infinity)
    const next = direction > 0 ? this.faults.find(({ time }) => time > now + 1e-6) : this.faults.findLast(({ time }) => time < now - 1e-6)
    const fault = next ?? this.faults.at(direction > 0 ? 0 : -1)
    if (!fault) return
    this.showMoment(fault.time)
    this.onSeek(fault.time, 0.02)
  }

  /** @param {number} time */
  showMoment(time) {
    const half = Math.min(closeUp, this.scale.to - this.scale.from) / 2
    this.scale.show(time - half, time + half)
    this.setCursor(time, true)
  }

  /** @param {number} factor below 1 shows less time */
  zoom(factor) {
    const { scale } = this
    const center = this.cursor ?? (scale.from + scale.to) / 2
    scale.zoom(factor, Math.min(scale.to, Math.max(scale.from, center)))
    this.redraw()
  }

  showAll() {
    this.scale.showAll()
    this.redraw()
  }

  /** @param {number} time */
  within(time) { return Math.min(this.scale.duration, Math.max(0, time)) }
}
