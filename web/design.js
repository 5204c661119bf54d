// The page to design a pattern on: a drawing with handles, a loop, and every format.
import { Board } from './board.js'
import { constants } from './constants.js'
import { Draft } from './draft.js'
import { choicesOf, find, onChange, onClick, report, saveFile, showNumber } from './elements.js'
import { EngineError } from './engine.js'
import { Engines, Source } from './engines.js'
import { Loop } from './loop.js'
import { lossOf, showLosses } from './losses.js'
import { rounded, seconds } from './numbers.js'
import {
  endOf, folded, freeTime, handlesOf, lasting, moved, nameOf, optionsOf, patternFile, peaked, period, snapped, withMore, without, withPoint,
} from './pattern.js'
import { listenToKeys, showSteps } from './keys.js'
import { saveAs, stem } from './save.js'
import { commandLine } from './settings.js'

const [soundRate, drawnRate] = [48000, 8000] // samples a second: of the sound, and of what is drawn of the actuator
const longestBeat = 120 // a longer one is neither played nor drawn, in seconds
const patternKind = 'pattern file' // what saves the pattern itself

class Designer {
  /** @type {Source | null} all beats, to be written */ source = null
  #version = 0
  #spent = 0
  #waiting = 0
  /** @type {Record<string, Draft>} */ #drafts = {}
  #variant = 'A'
  /** Whether all that the page says is of what is shown. */ isSettled = false
  /** @type {[HTMLInputElement, 'time' | 'intensity' | 'sharpness' | 'duration'][]} */ #fields = []

  /** @param {Engines} engines @param {{name: string, bpm: number, pattern: any[], actuators: {name: string, actuator: any}[]}} data */
  constructor(engines, data) {
    this.engines = engines
    this.data = data
    /** @type {Design} */ const begin = { events: data.pattern.map(peaked), bpm: data.bpm, beats: 8 }
    for (const name of ['A', 'B']) this.#drafts[name] = new Draft(begin, design => design, () => this.changed())
    this.board = new Board(find('drawing', HTMLElement), () => this.design, {
      move: (place, change) => this.draft.propose(moved(this.design, place, change), `${place.event}.${place.point}`),
      choose: place => this.choose(place),
      add: (time, intensity) => this.add({ time: this.#snapped(time), intensity, sharpness: 0.5 }),
      remove: place => this.remove(place),
    })
    this.loop = new Loop(find('play', HTMLButtonElement), find('heart', HTMLElement), time => this.board.showTime(time))
    this.#listen()
    this.changed()
  }

  get draft() { return this.#drafts[this.#variant] }
  /** @returns {Design} */
  get design() { return this.draft.held }

  /** @param {number} time */
  #snapped(time) { return snapped(this.design, time, this.board.grid) }

  /** @param {Place} place */
  choose(place) {
    this.board.chosen = place
    this.#showFields()
    this.board.draw()
  }

  /** @param {PatternEvent} event */
  add(event) {
    this.board.chosen = { event: this.design.events.length, point: 0 }
    this.draft.propose(withMore(this.design, event))
  }

  /** @param {Place} place */
  remove(place) {
    const next = without(this.design, place)
    if (next === this.design) return report('A pattern has at least one event.')
    this.board.chosen = { event: Math.min(place.event, next.events.length - 1), point: 0 }
    this.draft.propose(next)
  }

  /** The pattern is another one. */
  changed() {
    const { design, draft, board } = this
    const event = design.events[board.chosen.event]
    if (!event || !handlesOf(event)[board.chosen.point]) board.chosen = { event: 0, point: 0 }
    showSteps(draft)
    const other = this.#variant === 'A' ? 'B' : 'A'
    find('take-over', HTMLButtonElement).textContent = `Copy to ${other}`
    for (const name of ['A', 'B']) find(`variant-${name.toLowerCase()}`, HTMLButtonElement).ariaPressed = String(name === this.#variant)
    const over = Math.max(...design.events.map(endOf)) - period(design)
    find('overhang', HTMLElement).textContent = over > 1e-9 ? `The pattern ends ${seconds(over)} after the next beat: both are felt at once there.` : ''
    report('')
    this.#showFields()
    board.draw()
    this.isSettled = false
    // A pattern that takes long waits for the hand to rest.
    this.#waiting ||= window.setTimeout(() => this.#play(), Math.min(1000, 2 * this.#spent))
  }

  /** Gives the pattern to the engine: its sound, what the actuator does, and what is saved. */
  #play() {
    clearTimeout(this.#waiting)
    this.#waiting = 0
    const { design, board } = this
    const engine = this.engines.here
    const begin = performance.now()
    const version = ++this.#version
    try {
      const { id } = engine.pattern(optionsOf(design, design.beats))
      this.source?.release()
      this.source = new Source(engine, id)
      const length = period(design)
      board.acceleration = null
      if (length <= longestBeat) {
        const one = engine.pattern(optionsOf(design, 1)).id
        const beat = (/** @type {number} */ rate, /** @type {object} */ options) =>
          folded(engine.samples(one, { sampleRate: rate, ...options }), Math.max(1, Math.round(length * rate)))
        this.loop.show(beat(soundRate, {}), soundRate, length, design.events)
        const values = Float64Array.from(beat(drawnRate, { signal: 'acceleration', actuator: this.#actuator.actuator }))
        board.acceleration = { times: values.map((_, i) => i / drawnRate), values }
        engine.release(one)
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      report(error.message)
    }
    board.draw()
    this.#showCommand()
    this.#spent = performance.now() - begin
    this.#showLosses(version)
  }

  get #actuator() { return this.data.actuators[find('actuator', HTMLSelectElement).selectedIndex] }

  /** What each format loses, format by format, so that a hand that drags is not held up.
   * @param {number} version */
  async #showLosses(version) {
    if (!this.source) return
    const rows = []
    for (const format of constants.formats) {
      await new Promise(done => setTimeout(done))
      if (version !== this.#version) return
      rows.push(await lossOf(this.source, format))
    }
    showLosses(find('formats-lost', HTMLElement), rows)
    this.isSettled = !this.#waiting
  }

  #showFields() {
    const { design, board: { chosen } } = this
    const event = design.events[chosen.event]
    const point = handlesOf(event)[chosen.point]
    find('chosen-title', HTMLElement).textContent = nameOf(design, chosen)
    for (const [field, name] of this.#fields) showNumber(field, Number((name === 'duration' ? event.duration ?? 0 : point[name]).toFixed(6)))
    find('add-point', HTMLButtonElement).disabled = event.duration === undefined
    const [tempo, bpm] = [find('tempo', HTMLInputElement), find('bpm', HTMLInputElement)]
    if (document.activeElement !== tempo) {
      tempo.min = `${Math.min(20, Math.floor(design.bpm))}`
      tempo.max = `${Math.max(240, Math.ceil(design.bpm))}`
    }
    tempo.value = `${design.bpm}`
    tempo.setAttribute('aria-valuetext', `${rounded(design.bpm, 1)} beats a minute`)
    showNumber(bpm, design.bpm)
    showNumber(find('beats', HTMLInputElement), design.beats)
  }

  #showCommand() {
    const { design } = this
    const format = find('format', HTMLSelectElement).value
    const ending = format === patternKind ? 'ahap' : format === 'wav' ? 'wav' : `${format}.out`
    const words = ['lubdub', 'pattern', this.#patternName, '--bpm', `${design.bpm}`, '--beats', `${design.beats}`, '-o', `${stem(this.data.name)}.${ending}`]
    find('command', HTMLElement).textContent = commandLine([], ending.endsWith('.out') ? [...words, '--as', format] : words)
  }

  get patternText() { return patternFile(this.design) }
  get #patternName() { return `${stem(this.data.name)}.pattern.json` }

  /** Saves the pattern that is shown, also where the hand has not rested since its last move. */
  #save() {
    if (this.#waiting) this.#play()
    const format = find('format', HTMLSelectElement).value
    if (format === patternKind) find('losses', HTMLElement).textContent = saveFile(this.#patternName, new TextEncoder().encode(this.patternText))
    else if (this.source) saveAs(this.source, this.data.name, format)
  }

  #listen() {
    for (const name of ['A', 'B']) {
      onClick(`variant-${name.toLowerCase()}`, () => {
        this.#variant = name
        this.changed()
      })
    }
    onClick('take-over', () => {
      const { design } = this
      this.#variant = this.#variant === 'A' ? 'B' : 'A'
      this.draft.propose(design)
    })
    onClick('add-tap', () => this.add({ time: this.#snapped(freeTime(this.design)), intensity: 0.7, sharpness: 0.5 }))
    onClick('add-vibration', () => this.add({ time: this.#snapped(freeTime(this.design)), intensity: 0.5, sharpness: 0.3, duration: 0.2 }))
    onClick('add-point', () => {
      const { event } = this.board.chosen
      const { design, point } = withPoint(this.design, event)
      this.board.chosen = { event, point }
      this.draft.propose(design)
    })
    onClick('repeat', () => {
      const event = this.design.events[this.board.chosen.event]
      this.add({ ...event, time: this.#snapped(endOf(event) + 0.1) })
    })
    onClick('delete', () => this.remove(this.board.chosen))
    onClick('save', () => this.#save())
    this.#makeFields()
    onChange('format', HTMLSelectElement, () => this.#showCommand()).append(...choicesOf([patternKind, ...constants.formats, 'wav']))
    onChange('grid', HTMLSelectElement, grid => {
      this.board.grid = Number(grid.value)
      this.board.draw()
    })
    const showActuator = () => {
      this.board.actuator = this.#actuator.name
      const { model, ...fields } = this.#actuator.actuator
      find('actuator-note', HTMLElement).textContent = Object.entries(fields).map(([name, value]) => `${name} ${value}`).join(', ')
    }
    onChange('actuator', HTMLSelectElement, () => {
      showActuator()
      this.changed()
    }).append(...choicesOf(this.data.actuators.map(({ name }) => name)))
    showActuator()
    const number = (/** @type {string} */ id, /** @type {'bpm' | 'beats'} */ name, /** @type {string} */ event) => {
      const field = find(id, HTMLInputElement)
      field.addEventListener(event, () => {
        const value = name === 'beats' ? Math.round(field.valueAsNumber) : field.valueAsNumber
        if (value > 0 && value <= Number(field.max)) this.draft.propose({ ...this.design, [name]: value }, name)
      })
    }
    number('tempo', 'bpm', 'input')
    number('bpm', 'bpm', 'change')
    number('beats', 'beats', 'change')
    listenToKeys(() => this.draft, () => this.loop.toggle())
  }

  #makeFields() {
    for (const name of /** @type {const} */ (['time', 'intensity', 'sharpness', 'duration'])) {
      const field = find(`field-${name}`, HTMLInputElement)
      field.addEventListener('change', () => {
        const value = field.valueAsNumber
        if (!(value >= 0 && value <= Number(field.max))) return this.changed()
        const { chosen } = this.board
        this.draft.propose(name === 'duration' ? lasting(this.design, chosen.event, value) : moved(this.design, chosen, { [name]: value }))
      })
      this.#fields.push([field, name])
    }
  }
}

const data = JSON.parse(find('data', HTMLScriptElement).textContent ?? '{}')
document.title = `${data.name} · Lubdub`
find('name', HTMLElement).textContent = data.name
Engines.load(find('engine', HTMLScriptElement).textContent ?? '').then(engines => {
  Object.assign(globalThis, { lubdub: new Designer(engines, data) })
}, error => report(`This browser does not run the engine of the page: ${error}`)).finally(() => { document.documentElement.dataset.ready = 'true' })
