// The page to design a pattern on: a drawing with handles, a loop, and every format.
import { forget, keep, kept, keyOf } from './autosave.js'
import { above, backingOf } from './backing.js'
import { Board } from './board.js'
import { codeOf, linkOf } from './code.js'
import { constants } from './constants.js'
import { Draft } from './draft.js'
import { choicesOf, find, make, onChange, onClick, report, saveFile, showNumber, toggled } from './elements.js'
import { EngineError } from './engine.js'
import { Engines, Source } from './engines.js'
import { Loop } from './loop.js'
import { lossOf, showLosses } from './losses.js'
import { rounded, seconds } from './numbers.js'
import { designOf, oneTap } from './opening.js'
import { held, placeNames } from './places.js'
import {
  endOf, folded, freeTime, handleOf, lasting, moved, movedTogether, nameOf, optionsOf, patternFile, peaked, period, snapped, withMore, withoutAll, withPoint,
} from './pattern.js'
import { listenToKeys, showSteps } from './keys.js'
import { endingFor, saveAs, stem } from './save.js'
import { commandLine } from './settings.js'

const [soundRate, drawnRate] = [48000, 8000] // samples per second: of the sound, and of the drawn acceleration of the actuator
const longestBeat = 120 // a longer one is neither played nor drawn, in seconds
const patternKind = 'pattern file' // the choice that saves the pattern itself

class Designer {
  /** @type {Source | null} all beats, to be written */ source = null
  #version = 0
  #spent = 0
  #waiting = 0
  /** @type {Record<string, Draft>} */ #drafts = {}
  #variant = 'A'
  /** Whether everything on the page is up to date with the shown pattern. */ isSettled = false
  /** @type {[HTMLInputElement, 'time' | 'intensity' | 'sharpness' | 'duration'][]} */ #fields = []
  /** @type {Backing | null} the sound that is traced over */ backing = null

  /** @param {Engines} engines @param {{name: string, bpm: number, pattern: any[], actuators: {name: string, actuator: any}[]}} data */
  constructor(engines, data) {
    this.engines = engines
    this.data = data
    this.key = keyOf([data.name, data.pattern, data.bpm])
    const before = kept(this.key)
    /** @type {Design} */ this.begin = { events: data.pattern.length > 0 ? data.pattern.map(peaked) : [oneTap], bpm: data.bpm, beats: 8 }
    for (const name of ['A', 'B']) this.#drafts[name] = new Draft(before?.designs?.[name]?.events?.length > 0 ? before.designs[name] : this.begin, design => design, () => this.changed())
    if (before) {
      this.#variant = before.variant === 'B' ? 'B' : 'A'
      this.#say('This continues where you left it.')
    }
    this.board = new Board(find('drawing', HTMLElement), () => this.design, {
      move: (place, change) => this.move(place, change),
      choose: place => this.choose(place),
      add: (time, intensity) => this.add({ time: this.#snapped(time), intensity, sharpness: 0.5 }),
      remove: place => this.remove(place),
    })
    this.loop = new Loop(find('play', HTMLButtonElement), find('heart', HTMLElement), time => this.board.showTime(time))
    this.#listen()
    addEventListener('pagehide', () => this.#keep())
    this.changed()
  }

  get draft() { return this.#drafts[this.#variant] }
  /** @returns {Design} */
  get design() { return this.draft.held }
  /** The name of an opened file, or of the page. */
  get name() { return this.design.name ?? stem(this.data.name) }

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
    this.board.pickNone()
    this.board.chosen = { event: this.design.events.length, point: 0 }
    this.draft.propose(withMore(this.design, event))
  }

  /** Moves a handle, with the other selected handles.
   * @param {Place} place @param {Partial<Point>} change */
  move(place, change) {
    const places = this.board.together(place)
    const point = handleOf(this.design.events[place.event], place.point)
    const by = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value - point[/** @type {keyof Point} */ (name)]]))
    const next = places.length > 1 ? movedTogether(this.design, places, by) : moved(this.design, place, change)
    this.draft.propose(next, `${place.event}.${place.point}`)
  }

  /** @param {Place} place to remove, with the other selected places */
  remove(place) {
    const next = withoutAll(this.design, this.board.together(place))
    if (next === this.design) return report('A pattern has at least one event.')
    this.board.pickNone()
    this.board.chosen = { event: Math.min(place.event, next.events.length - 1), point: 0 }
    this.draft.propose(next)
  }

  /** Begins with a file; an unreadable file changes nothing.
   * @param {File} file */
  async open(file) {
    if (/^audio\/|^$/.test(file.type) && /\.(wav|mp3|ogg|m4a|flac)$/i.test(file.name)) return this.trace(file)
    try {
      const { design, notes } = await designOf(file, this.engines.here, this.design)
      this.#begin(`Opened ${file.name}; Undo brings back the previous pattern.`, { ...design, name: stem(file.name) }, notes)
    } catch (error) {
      this.#say(`${file.name} cannot be opened: ${error instanceof Error ? error.message : error}`, true)
    }
  }

  /** Replaces the design, as one step.
   * @param {string} said @param {Design} design @param {string[]} [notes] on its file */
  #begin(said, design, notes = []) {
    this.board.pickNone()
    this.draft.propose(design)
    this.board.showAll()
    this.#say(notes.length === 1 ? `${said} ${notes[0]}` : said)
    if (notes.length < 2) return
    const list = notes.map(textContent => make('p', { textContent }))
    find('open-notes', HTMLElement).append(make('details', {}, [make('summary', { textContent: `${notes.length} notes on the file` }), ...list]))
  }

  /** Shows a sound behind the curve, and plays it with the pattern, in a beat of the same length.
   * @param {File | null} file null to remove the sound */
  async trace(file) {
    try {
      this.backing = file && await backingOf(file, soundRate)
    } catch (error) {
      return this.#say(`${file?.name} cannot be traced: ${error instanceof Error ? error.message : error}`, true)
    }
    const { backing, design } = this
    this.board.envelope = backing?.envelope ?? null
    find('no-trace', HTMLButtonElement).hidden = !backing
    const isLonger = backing && backing.duration > period(design)
    this.#say(backing ? `${backing.name} is behind the curve${isLonger ? ', and the beat now has its length' : ''}. It is neither saved nor kept.` : 'The sound is gone.')
    if (isLonger) this.draft.propose({ ...design, bpm: Math.max(0.001, Math.floor(60_000 / backing.duration) / 1000) })
    else this.changed()
  }

  /** @param {string} text next to the button that opens files @param {boolean} [isFault] */
  #say(text, isFault = false) {
    find('open-notes', HTMLElement).replaceChildren()
    const note = find('open-note', HTMLElement)
    note.textContent = text
    note.className = isFault ? 'fault' : 'note'
  }

  /** Keeps all in the browser. */
  #keep() {
    const designs = Object.fromEntries(Object.entries(this.#drafts).map(([name, { held }]) => [name, held]))
    const isNew = Object.values(designs).every(design => JSON.stringify(design) === JSON.stringify(this.begin))
    if (isNew) return forget(this.key)
    const fault = keep(this.key, { variant: this.#variant, designs })
    if (fault) this.#say(fault, true)
  }

  /** The pattern has changed. */
  changed() {
    const { design, draft, board } = this
    const event = design.events[board.chosen.event]
    if (!event || !handleOf(event, board.chosen.point)) board.chosen = { event: 0, point: 0 }
    showSteps(draft)
    find('name', HTMLElement).textContent = this.name
    document.title = `${this.name} · Lubdub`
    const other = this.#variant === 'A' ? 'B' : 'A'
    find('take-over', HTMLButtonElement).textContent = `Copy to ${other}`
    for (const name of ['A', 'B']) find(`variant-${name.toLowerCase()}`, HTMLButtonElement).ariaPressed = String(name === this.#variant)
    const over = Math.max(...design.events.map(endOf)) - period(design)
    find('overhang', HTMLElement).textContent = over > 1e-9 ? `The pattern ends ${seconds(over)} after the next beat: you feel both at once there.` : ''
    report('')
    this.#showFields()
    board.draw()
    this.isSettled = false
    // A slow pattern waits until the drag pauses.
    this.#waiting ||= window.setTimeout(() => this.#play(), Math.min(1000, 2 * this.#spent))
  }

  /** Renders the pattern with the engine: its sound, the actuator's acceleration, and the saved file. */
  #play() {
    clearTimeout(this.#waiting)
    this.#waiting = 0
    const { design, board } = this
    const engine = this.engines.here
    const begin = performance.now()
    const version = ++this.#version
    try {
      const id = held(engine, design)
      this.source?.release()
      this.source = new Source(engine, id)
      const length = period(design)
      board.acceleration = null
      if (length <= longestBeat) {
        const one = engine.pattern(optionsOf(design, 1)).id
        const beat = (/** @type {number} */ rate, /** @type {object} */ options) =>
          folded(engine.samples(one, { sampleRate: rate, ...options }), Math.max(1, Math.round(length * rate)))
        this.loop.show(above(beat(soundRate, {}), this.backing), soundRate, length, design.events)
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
    this.#keep()
    this.#spent = performance.now() - begin
    this.#showLosses(version)
  }

  get #actuator() { return this.data.actuators[find('actuator', HTMLSelectElement).selectedIndex] }

  /** Shows the losses of each format, one format per task, so that dragging stays smooth.
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
    await this.#showCode()
    if (version !== this.#version) return
    this.isSettled = !this.#waiting
  }

  /** The QR code of the pattern, if it is requested.
   * @param {boolean} [isNew] whether it was requested just now */
  async #showCode(isNew = false) {
    const { source } = this
    const wants = () => find('feel', HTMLButtonElement).ariaPressed === 'true'
    const isWanted = wants()
    let [href, said] = ['', 'The app Feel plays the pattern whose code the camera sees.']
    try {
      const file = isWanted && source ? (await source.export({ format: 'ahap' })).get('file') : null
      if (file) href = await linkOf(file)
    } catch (error) {
      said = `No code can be made: ${error instanceof Error ? error.message : error}`
    }
    // Another pattern, or another press, came meanwhile.
    if (source !== this.source || isWanted !== wants()) return
    const code = href ? codeOf(href) : null
    if (href && !code) said = 'The pattern is too long for a code: save it as ahap and open the file in Feel.'
    find('code', HTMLElement).replaceChildren(...code ? [code] : [], ...href ? [make('a', { href, textContent: 'Open it in Feel on this iPhone' })] : [])
    find('feel-note', HTMLElement).textContent = said
    if (isNew) find('code', HTMLElement).scrollIntoView({ block: 'nearest' })
  }

  #showFields() {
    const { design, board: { chosen } } = this
    const event = design.events[chosen.event]
    const point = handleOf(event, chosen.point)
    const count = this.board.together(chosen).length
    find('chosen-title', HTMLElement).textContent = `${nameOf(design, chosen)}${count > 1 ? `, one of ${count} that are selected` : ''}`
    const isPoint = event.curve !== undefined && event.curve.length > 2
    find('delete', HTMLButtonElement).textContent = count > 1 ? 'Delete these' : isPoint ? 'Delete the point' : 'Delete the event'
    const title = find('field-name', HTMLInputElement)
    if (document.activeElement !== title) title.value = this.name
    for (const fault of document.querySelectorAll('.field-fault')) fault.remove()
    for (const field of document.querySelectorAll('input[aria-invalid]')) field.ariaInvalid = null
    for (const [field, name] of this.#fields) showNumber(field, Number((name === 'duration' ? event.duration ?? 0 : point[name]).toFixed(6)))
    find('add-point', HTMLButtonElement).disabled = event.duration === undefined
    const [tempo, bpm] = [find('tempo', HTMLInputElement), find('bpm', HTMLInputElement)]
    if (document.activeElement !== tempo) {
      tempo.min = `${Math.min(20, Math.floor(design.bpm))}`
      tempo.max = `${Math.max(240, Math.ceil(design.bpm))}`
    }
    tempo.value = `${design.bpm}`
    tempo.setAttribute('aria-valuetext', `${rounded(design.bpm, 1)} beats per minute`)
    showNumber(bpm, design.bpm)
    showNumber(find('beats', HTMLInputElement), design.beats)
    find('loops', HTMLInputElement).checked = design.loops === true
    const place = find('field-place', HTMLInputElement)
    if (document.activeElement !== place) place.value = event.place ?? ''
    const isAlone = placeNames(design).length === 0 && design.events.some(one => one.place)
    find('place-note', HTMLElement).textContent = isAlone ? 'A single place plays everywhere: give other events another place.' : ''
  }

  /** The number of a field. A number out of range stays in the field, with its rule next to it, and has no effect.
   * @param {HTMLInputElement} field @param {string} what the name of the value, for messages @returns {number | null} */
  #numberIn(field, what) {
    const value = field.valueAsNumber
    field.parentElement?.querySelector('.field-fault')?.remove()
    const isRight = value >= Number(field.min) && value <= Number(field.max)
    field.ariaInvalid = isRight ? null : 'true'
    if (isRight) return value
    const id = `${field.id}-fault`
    field.setAttribute('aria-describedby', id)
    field.parentElement?.append(make('span', { id, className: 'fault field-fault', role: 'alert', textContent: `${what} is a number from ${field.min} to ${field.max}.` }))
    return null
  }

  async #showCommand() {
    const { design, source } = this
    const format = find('format', HTMLSelectElement).value
    find('loops', HTMLInputElement).disabled = !format.startsWith('android-')
    const [kind, channels] = format.split(' ')
    const ending = format === patternKind ? 'ahap' : kind === 'wav' ? format.split(' ').reverse().join('.') : await endingFor(source, format)
    if (source !== this.source || format !== find('format', HTMLSelectElement).value) return
    const words = ['lubdub', 'pattern', this.#patternName, '--bpm', `${design.bpm}`, '--beats', `${design.beats}`, '-o', `${this.#fileName}.${ending}`]
    // Content that the pattern file can't contain goes through a document.
    const isPlaced = placeNames(design).length > 0
    find('command-note', HTMLElement).textContent = isPlaced ? 'Saved as json, the pattern becomes the same file:' : 'The pattern file is for lubdub pattern, and for the settings of a session. The tool makes the same files of it:'
    const more = [...this.#options.looping ? ['--loop', 'always'] : [], ...kind === 'wav' && channels ? ['--channels', channels] : []]
    const as = ending.startsWith(`${format}.`) ? ['--as', format] : []
    if (!isPlaced && more.length === 0) return void (find('command', HTMLElement).textContent = commandLine([], [...words, ...as]))
    const document = `${this.#fileName}.json`
    const steps = [[...words.slice(0, -1), document], ['lubdub', 'convert', document, ...more, '-o', `${this.#fileName}.${ending}`, ...as]]
    find('command', HTMLElement).textContent = (isPlaced ? steps.slice(1) : steps).map(words => commandLine([], words)).join(' && ')
  }

  /** The options of the chosen format. @returns {{looping?: string}} */
  get #options() {
    return this.design.loops && find('format', HTMLSelectElement).value.startsWith('android-') ? { looping: 'always' } : {}
  }

  get patternText() { return patternFile(this.design) }
  /** The name of its files, without an ending. */
  get #fileName() { return this.name.replaceAll(/[/\\]/g, '-').replace(/^[-.]+/, '') || 'pattern' }
  get #patternName() { return `${this.#fileName}.pattern.json` }

  /** Saves the shown pattern, even if a drag hasn't paused since its last move. */
  #save() {
    const fault = document.querySelector('.field-fault')
    if (fault) return void (find('losses', HTMLElement).textContent = `Nothing is saved yet. ${fault.textContent}`)
    if (this.#waiting) this.#play()
    const format = find('format', HTMLSelectElement).value
    if (format === patternKind) {
      const said = saveFile(this.#patternName, new TextEncoder().encode(this.patternText))
      find('losses', HTMLElement).textContent = this.design.events.some(({ place }) => place) ? `${said} A pattern file has no places: save as json, too.` : said
    } else if (this.source) saveAs(this.source, `${this.#fileName}.pattern`, format, this.#options)
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
    onClick('feel', button => {
      this.#showCode(toggled(button))
    })
    this.#listenToFiles()
    for (const [id, act] of /** @type {[string, () => void][]} */ ([
      ['zoom-in', () => this.board.zoom(0.6)], ['zoom-out', () => this.board.zoom(1 / 0.6)], ['show-all', () => this.board.showAll()],
      ['earlier', () => this.board.pan(-0.5)], ['later', () => this.board.pan(0.5)], ['select-all', () => this.board.pickAll()]])) onClick(id, act)
    onClick('select', button => { this.board.isSelecting = toggled(button) })
    onChange('loops', HTMLInputElement, box => this.draft.propose({ ...this.design, loops: box.checked }))
    this.#makeFields()
    onChange('format', HTMLSelectElement, () => this.#showCommand()).append(...choicesOf([patternKind, ...constants.formats, 'wav', 'wav controller', 'wav places']))
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
        const value = this.#numberIn(field, name === 'beats' ? 'The count of beats' : 'The tempo')
        if (value !== null) this.draft.propose({ ...this.design, [name]: name === 'beats' ? Math.round(value) : value }, name)
      })
    }
    number('tempo', 'bpm', 'input')
    number('bpm', 'bpm', 'change')
    number('beats', 'beats', 'change')
    listenToKeys(() => this.draft, () => this.loop.toggle())
    addEventListener('keydown', event => { if (event.key === 'Escape' && !(event.target instanceof HTMLInputElement)) this.board.pickNone() })
  }

  #listenToFiles() {
    const file = onChange('file', HTMLInputElement, async ({ files }) => {
      for (const one of [...files ?? []]) await this.open(one)
      file.value = ''
    })
    onClick('open', () => file.click())
    onClick('new', () => this.#begin('A new pattern has one tap; Undo brings back the previous pattern.', { events: [oneTap], bpm: 60, beats: 8, name: 'pattern' }))
    onClick('start-over', () => {
      for (const draft of Object.values(this.#drafts)) draft.change({ held: this.begin })
      this.#begin('Started over; Undo brings back the previous pattern.', this.begin)
    })
    const sound = onChange('sound', HTMLInputElement, async ({ files }) => {
      await this.trace(files?.[0] ?? null)
      sound.value = ''
    })
    onClick('trace', () => sound.click())
    onClick('no-trace', () => this.trace(null))
    onChange('field-name', HTMLInputElement, field => this.draft.propose({ ...this.design, name: field.value.trim() || stem(this.data.name) }))
    onChange('field-place', HTMLInputElement, field => {
      const chosen = new Set(this.board.together(this.board.chosen).map(({ event }) => event))
      const name = field.value.trim()
      const events = this.design.events.map((event, i) => {
        const { place, ...other } = event
        return !chosen.has(i) ? event : name ? { ...other, place: name } : other
      })
      this.draft.propose({ ...this.design, events })
    })
    document.addEventListener('dragover', event => event.preventDefault())
    document.addEventListener('drop', event => {
      event.preventDefault()
      const [dropped] = event.dataTransfer?.files ?? []
      if (dropped) this.open(dropped)
    })
  }

  #makeFields() {
    for (const [name, what] of /** @type {const} */ ([['time', 'The time'], ['intensity', 'The strength'], ['sharpness', 'The sharpness'], ['duration', 'The length']])) {
      const field = find(`field-${name}`, HTMLInputElement)
      field.addEventListener('change', () => {
        const value = this.#numberIn(field, what)
        if (value === null) return
        const { chosen } = this.board
        if (name === 'duration') return this.draft.propose(lasting(this.design, chosen.event, value))
        // A time is of one handle, a level of all that are selected.
        const places = name === 'time' ? [chosen] : this.board.together(chosen)
        this.draft.propose(places.reduce((design, place) => moved(design, place, { [name]: value }), this.design))
      })
      this.#fields.push([field, name])
    }
  }
}

const data = JSON.parse(find('data', HTMLScriptElement).textContent ?? '{}')
Engines.load(find('engine', HTMLScriptElement).textContent ?? '').then(engines => {
  Object.assign(globalThis, { lubdub: new Designer(engines, data) })
}, error => report(`This browser does not run the engine of the page: ${error}`)).finally(() => { document.documentElement.dataset.ready = 'true' })
