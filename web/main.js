// The page: a session that was run, and the same pipeline to run it again.
import { decodeText, fromBase64, gunzip } from './bytes.js'
import { showChanges, showRejections } from './changes.js'
import { Chart } from './chart.js'
import { Controls } from './controls.js'
import { readTrace } from './csv.js'
import { find, make } from './elements.js'
import { Engine, EngineError } from './engine.js'
import { showFigures } from './figures.js'
import { LiveHeart, LiveRows, planAhead } from './live.js'
import { Player } from './player.js'
import { rowsOf, timesFromStart } from './rows.js'
import { copyText, saveFile, stem } from './save.js'
import { sessionOf } from './session.js'
import { commandLine, differences, yaml } from './settings.js'
import { pulse } from './touch.js'
import { View } from './view.js'

class Page {
  /** What the tool wrote into the page. */
  data = JSON.parse(find('data', HTMLScriptElement).textContent ?? '{}')
  /** @type {Engine | null} */ engine = null
  /** @type {View | null} */ view = null
  /**
   * The run that is compared with.
   * @type {import('./session.js').Session | null}
   */
  reference = null
  name = ''
  /** @type {any} */ input = {}
  #isRunning = false
  /**
   * The heart of a session that is still going on.
   * @type {LiveHeart | null}
   */
  heart = null
  message = find('message', HTMLElement)
  chart = new Chart(
    find('chart', HTMLCanvasElement), find('readout', HTMLElement), time => this.player.seek(time))
  controls = new Controls(
    find('controls', HTMLElement), this.data.catalog, () => this.rerun())
  player = new Player({
    button: find('play', HTMLButtonElement),
    heart: find('heart', HTMLElement),
    isHeard: () => find('sound', HTMLInputElement).checked,
    render: rate => this.engine?.samples(rate) ?? null,
    onTime: time => {
      this.chart.scale.reveal(time)
      this.chart.setCursor(time)
    },
  })

  async start() {
    this.#listen()
    const { session } = this.data
    if (session) {
      const column = (/** @type {string} */ name) => fromBase64(session.rows[name])
      const parts = new Map(Object.entries(session.parts).map(
        ([name, text]) => [name, fromBase64(/** @type {string} */ (text))]))
      this.#open(session.name, rowsOf(column), sessionOf(parts), session.reading, session.input)
    } else {
      document.documentElement.dataset.empty = 'true'
    }
    await this.#loadEngine()
    if (this.data.live && this.engine) this.#follow(this.data.live)
    document.documentElement.dataset.ready = 'true'
  }

  async #loadEngine() {
    const text = find('engine', HTMLScriptElement).textContent?.trim() ?? ''
    const panel = find('settings', HTMLElement)
    if (text === '') {
      panel.hidden = true
      find('files', HTMLElement).hidden = true
      find('no-engine', HTMLElement).hidden = false
      return
    }
    try {
      this.engine = await Engine.load(await gunzip(fromBase64(text)))
    } catch (error) {
      panel.hidden = true
      this.tell(`This browser does not run the engine of the page: ${error}`)
      return
    }
    if (this.view) this.engine.setRows(this.view.rows)
    // Exports are of the engine's own run.
    if (this.view) this.#run(this.controls.settings)
  }

  /**
   * @param {string} name @param {import('./rows.js').Rows} rows
   * @param {import('./session.js').Session} session @param {any} reading @param {any} input
   */
  #open(name, rows, session, reading, input) {
    this.name = name
    this.input = input
    this.reference = null
    delete document.documentElement.dataset.empty
    document.title = `${name} · Lubdub`
    find('name', HTMLElement).textContent = name
    this.#show(new View({ name, rows, times: timesFromStart(rows), session, ghost: null }))
    showRejections(find('rejections', HTMLElement), reading)
    this.controls.show(session.document.configuration)
    this.#showSettings()
  }

  /** @param {View} view */
  #show(view) {
    this.view = view
    this.chart.show(view)
    showFigures(find('figures', HTMLElement), view)
    showChanges(find('changes', HTMLElement), view)
    this.player.show(view)
    const { beats } = view.session
    find('chart', HTMLCanvasElement).ariaLabel = `Chart of ${view.name}: distance, zones and heartbeat over `
      + `${Math.round(view.duration)} seconds, ${beats.time.length} beats. Arrow keys move the cursor, plus and `
      + 'minus zoom, 0 shows all, Enter plays from here.'
  }

  /** Runs again before the next frame, with the newest settings only. */
  rerun() {
    this.#showSettings()
    if (!this.engine || !this.view || this.#isRunning) return
    this.#isRunning = true
    requestAnimationFrame(() => {
      this.#isRunning = false
      this.#run(this.controls.settings)
    })
  }

  /** @param {any} settings */
  #run(settings) {
    const view = this.view
    if (!this.engine || !view) return
    let parts
    const begin = performance.now()
    try {
      parts = this.engine.run({
        settings, input: this.input, explain: true, ahead: this.heart ? planAhead : 0,
      })
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      this.tell(error.message)
      return
    }
    const spent = performance.now() - begin
    const session = sessionOf(parts)
    this.reference ??= view.session
    const isMoved = JSON.stringify(this.reference.document.configuration)
      !== JSON.stringify(session.document.configuration)
    this.#show(new View({
      name: view.name, rows: view.rows, times: view.times, session,
      ghost: isMoved ? this.reference : null,
    }))
    find('spent', HTMLElement).textContent = `${view.rows.count} rows in ${spent.toFixed(1)} ms`
    this.tell('')
  }

  /** @param {string} text */
  tell(text) {
    this.message.textContent = text
    this.message.hidden = text === ''
  }

  #showSettings() {
    const { catalog, defaults } = this.data
    const entries = differences(catalog, this.controls.settings, defaults)
    find('command', HTMLElement).textContent = entries.length === 0
      ? 'the defaults' : commandLine(entries)
  }

  /**
   * Opens a file that was dropped or chosen.
   * @param {File} file
   */
  async openFile(file) {
    if (!this.engine) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    try {
      const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
      const { rows, reading } = readTrace(decodeText(isPacked ? await gunzip(bytes) : bytes))
      const input = inputOf(file.name, reading)
      this.engine.setRows(rows)
      const settings = this.view ? this.controls.settings : this.data.defaults
      const parts = this.engine.run({ settings, input, explain: true })
      this.#open(file.name, rows, sessionOf(parts), reading, input)
      this.tell('')
    } catch (error) {
      if (this.view) this.engine.setRows(this.view.rows)
      this.tell(`${file.name}: ${error instanceof Error ? error.message : error}`)
    }
  }

  /**
   * Follows a session that is still going on.
   * @param {{name: string, settings: any, pace: number}} live
   */
  #follow({ name, settings, pace }) {
    const state = find('live-state', HTMLElement)
    const listen = find('listen', HTMLButtonElement)
    find('live', HTMLElement).hidden = false
    find('playback', HTMLElement).hidden = true
    const mark = find('heart', HTMLElement)
    const heart = new LiveHeart(pace, (intensity, duration) => pulse(mark, intensity, duration))
    this.heart = heart
    listen.addEventListener('click', () => {
      const isHeard = listen.ariaPressed !== 'true'
      listen.ariaPressed = String(isHeard)
      heart.listen(isHeard)
    })
    this.name = name
    this.controls.show(settings)
    /** @type {[import('./rows.js').Rows, any, any] | null} */ let newest = null
    new LiveRows('rows', (...message) => {
      if (!newest) requestAnimationFrame(() => {
        if (newest) this.#showRows(name, ...newest)
        newest = null
        if (this.view) heart.show(this.view.session, this.view.times.at(-1) ?? 0)
      })
      newest = message
    }, found => {
      state.textContent = { running: 'live', lost: 'connection lost, trying again', over: 'ended' }[found]
    })
  }

  /**
   * Shows newer rows of a trace that grows. Settings, the run that is compared with, the cursor and the visible
   * time stay; where the end was visible, it stays visible.
   * @param {string} name of the trace
   * @param {import('./rows.js').Rows} rows all of them
   * @param {any} reading what became of them @param {any} input the same, for the document
   */
  #showRows(name, rows, reading, input) {
    const { engine, view } = this
    if (!engine) return
    engine.setRows(rows)
    if (view?.name !== name) {
      const parts = engine.run({ settings: this.controls.settings, input, explain: true, ahead: planAhead })
      this.#open(name, rows, sessionOf(parts), reading, input)
      return
    }
    this.input = input
    this.view = new View({ ...view, rows, times: timesFromStart(rows) })
    if (this.reference) {
      const settings = this.reference.document.configuration
      this.reference = sessionOf(engine.run({ settings, input, explain: true }))
    }
    this.#run(this.controls.settings)
    showRejections(find('rejections', HTMLElement), reading)
  }

  /**
   * Saves the run in a format.
   * @param {string} format
   */
  save(format) {
    if (!this.engine || !this.view) return
    try {
      if (format === 'wav') {
        saveFile(`${stem(this.name)}.wav`, this.engine.wav())
        return
      }
      const parts = this.engine.export({ format })
      const ending = decodeText(parts.get('extension') ?? new Uint8Array())
      for (const [name, bytes] of parts) {
        if (!name.startsWith('file')) continue
        saveFile(`${stem(this.name)}${name.slice('file'.length)}.${ending}`, bytes)
      }
      find('losses', HTMLElement).textContent =
        `${format}: ${decodeText(parts.get('lossText') ?? new Uint8Array())}`
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      this.tell(error.message)
    }
  }

  #listen() {
    const click = (/** @type {string} */ id, /** @type {() => void} */ action) =>
      find(id, HTMLButtonElement).addEventListener('click', action)
    click('zoom-in', () => this.chart.zoom(0.6))
    click('zoom-out', () => this.chart.zoom(1 / 0.6))
    click('show-all', () => this.chart.showAll())
    click('reset', () => this.controls.reset())
    click('keep', () => {
      this.reference = this.view?.session ?? null
      this.#run(this.controls.settings)
    })
    const entries = () => differences(this.data.catalog, this.controls.settings, this.data.defaults)
    const copy = async (/** @type {string} */ text) => {
      find('copied', HTMLElement).textContent = (await copyText(text)) ? 'Copied.' : 'Copying was refused.'
    }
    click('copy-command', () => copy(commandLine(entries())))
    click('copy-yaml', () => copy(yaml(entries())))
    const formats = find('format', HTMLSelectElement)
    formats.append(...[...this.data.formats, 'wav'].map((/** @type {string} */ name) =>
      make('option', { textContent: name, value: name })))
    click('save', () => this.save(formats.value))
    const speed = find('speed', HTMLSelectElement)
    speed.addEventListener('change', () => this.player.setSpeed(Number(speed.value)))
    find('sound', HTMLInputElement).addEventListener('change', () => this.player.listenAgain())
    const chooser = find('file', HTMLInputElement)
    chooser.addEventListener('change', () => {
      if (chooser.files?.[0]) this.openFile(chooser.files[0])
    })
    document.addEventListener('dragover', event => event.preventDefault())
    document.addEventListener('drop', event => {
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file) this.openFile(file)
    })
    document.addEventListener('keydown', event => {
      const isElsewhere = event.target instanceof HTMLElement
        && event.target.closest('input, select, button, summary, textarea')
      if (event.key !== ' ' || isElsewhere) return
      event.preventDefault()
      this.player.toggle()
    })
  }
}

/**
 * What a document says about a trace that was read here.
 * @param {string} name @param {import('./csv.js').Reading} reading
 */
function inputOf(name, reading) {
  return {
    name, format: 'csv', rows_accepted: reading.accepted, rows_rejected: reading.rejected,
    rejected: reading.rejections.map(({ reason, count, lines }) => ({
      reason, count, first_lines: lines,
    })),
  }
}

const page = new Page()
page.start()
// For tests and for the curious.
Object.assign(globalThis, { lubdub: page })
