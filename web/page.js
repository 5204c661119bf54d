// The page: sessions that were run, the pipeline to run them again, and haptic files.
import { decodeText, encodeText, fromDense, unpacked } from './bytes.js'
import { showChanges, showRejections, showZones } from './changes.js'
import { Chart } from './chart.js'
import { constants } from './constants.js'
import { Controls } from './controls.js'
import { Details } from './details.js'
import { Draft } from './draft.js'
import { entriesOfFile } from './dropped.js'
import { button, find, make, report, saveFile } from './elements.js'
import { EngineError } from './engine.js'
import { Engines, longestHere } from './engines.js'
import { entriesOf, entryOfTrace, View } from './entry.js'
import { chartLabelOf, deadEndOf, sentenceOf, showFigures } from './figures.js'
import { findingsOf, showFindings } from './findings.js'
import { fittedEdges } from './fit.js'
import { applyState, linkOf, readFragment, savedPage, writeFragment } from './fragment.js'
import { Handles } from './handles.js'
import { showSteps } from './keys.js'
import { beginOf, withLabel } from './labels.js'
import { listen } from './listen.js'
import { followSession, planAhead } from './live.js'
import { showLosses, showProgress, showReading } from './losses.js'
import { askMapping } from './mapping.js'
import { metres, moment } from './numbers.js'
import { piecesOf, rowsWithin, withPiece } from './pieces.js'
import { Player } from './player.js'
import { radiosOf } from './rows.js'
import { saveAs, saveTrace, stem } from './save.js'
import { againstTruth, sessionOf } from './session.js'
import { Sessions } from './sessions.js'
import { commandLine, differences, lending, settingsFile, settingsOfFile, withSetting } from './settings.js'
import { whatTaught } from './teach.js'
import { exampleTrace, readTrace } from './trace.js'
import { Variants } from './variants.js'
import { plainName, refusalInWords } from './words.js'
import { serveEngine } from './worker.js'

const shortTrace = 5000 // rows that are run within a frame

export class Page {
  /** @type {Engines | null} */ engines = null
  /** @type {Entry[]} */ entries = []
  /** @type {Entry | null} */ shown = null
  /** @type {View | null} */ view = null
  /** @type {Promise<void> | null} until everything has run with the present settings */ #running = null
  /** @type {LiveHeart | null} of a session in progress */ heart = null
  /** Settings that a run rejected, as JSON. */ #refused = ''
  /** @type {Set<string>} the names of the recordings that the page was written with */ #written = new Set()
  /** The state that the address requested. */ #asked = readFragment()
  /** The steps back and forward before a reload. */ #steps = history.state
  /** @type {Draft} the settings of the page and the settings on trial */
  draft = new Draft(constants.defaults, settings => this.engines?.here.complete(settings) ?? settings, () => this.settingsChanged())
  chart = new Chart(
    find('chart', HTMLCanvasElement), find('readout', HTMLElement), (time, within) => {
      this.player.seek(time)
      this.details.choose(time, within)
    })
  details = new Details(find('chosen', HTMLElement), this)
  /** The content drawn in the background of the run: the previous run, variants, or all sessions. */ overlay = 'before'
  /** Resolves when the figures of all variants are ready. */ areVariantsShown = Promise.resolve()
  #isPiecewise = false
  controls = new Controls(find('controls', HTMLElement), this.draft)
  handles = new Handles(find('handles', HTMLElement), this.chart, this.draft)
  variants = new Variants(find('variants', HTMLElement), find('variant-figures', HTMLElement), this.draft)
  sessions = new Sessions(find('sessions', HTMLElement), find('choice', HTMLSelectElement), entry => this.show(entry))
  player = new Player({
    button: find('play', HTMLButtonElement),
    heart: find('heart', HTMLElement),
    isHeard: () => find('sound', HTMLInputElement).checked,
    render: async sampleRate => (await this.source)?.samples({ sampleRate }) ?? null,
    onTime: time => {
      this.chart.scale.reveal(time)
      this.chart.setCursor(time)
    },
  })

  /** @param {{sessions?: any[], live?: any}} data that the tool wrote into the page */
  constructor(data) { this.data = data }

  async start() {
    listen(this)
    this.entries = entriesOf(this.data.sessions ?? [])
    this.#written = new Set(this.entries.map(({ name }) => name))
    const [first] = this.entries
    if (first) this.draft.begin(first.session.document.configuration)
    this.controls.update()
    if (first) this.show(this.entries.find(({ name }) => name === this.#asked.session) ?? first)
    else this.#showEmpty()
    await this.#loadEngine()
    if (this.data.live && this.engines) this.heart = followSession(this, this.data.live)
    if (this.engines) applyState(this, this.#asked)
    this.draft.resume(this.#steps)
    document.documentElement.dataset.ready = 'true'
  }

  /** Shows a page without a session: the files that you can drop, or the wait for the first row. */
  #showEmpty() {
    const { live } = this.data
    document.documentElement.dataset.empty = live ? 'live' : 'true'
    find('live', HTMLElement).hidden = !live
    if (live) find('name', HTMLElement).textContent = plainName(live.name)
  }

  async #loadEngine() {
    const text = find('engine', HTMLScriptElement).textContent ?? ''
    const panel = find('settings', HTMLElement)
    if (text === '') {
      panel.hidden = true
      find('handles', HTMLElement).remove()
      for (const id of ['files', 'choose', 'example']) find(id, HTMLElement).hidden = true
      find('no-engine', HTMLElement).hidden = false
      return
    }
    try {
      this.engines = await Engines.load(text)
    } catch (error) {
      panel.hidden = true
      report(`This browser does not run the engine of the page: ${error}`)
      return
    }
    this.controls.catalog = this.engines.here.catalog()
    this.#showRadios()
    // Exports contain the engine's own run.
    if (this.shown) await this.#run(this.shown)
    addEventListener('hashchange', () => applyState(this, readFragment()))
    this.chart.onDraw = () => {
      this.handles.update()
      writeFragment(this)
    }
  }

  /** @returns {void} Settings were moved, undone, or rejected. */
  settingsChanged() {
    const { draft } = this
    this.controls.update()
    this.chart.redraw()
    showSteps(draft)
    if (draft.refusal) return report(refusalInWords(draft.refusal, draft.held.zones.names))
    report('')
    find('taught', HTMLElement).textContent = ''
    this.variants.mark()
    this.#showCommand()
    // A note, or a variant that is a copy, changes no figure, and so no run shows it.
    if (this.isSettled && this.shown) {
      this.#draw(this.shown)
      this.#showVariants(this.shown)
    }
    this.rerun()
  }

  /** The source of the shown entry, for exports; null without an engine. */
  get source() { return this.shown && this.#sourceOf(this.shown) }

  /** @param {Entry} entry */
  #sourceOf(entry) { return entry.source ??= this.engines?.hold(entry.newest) ?? null }

  /** @param {Entry} entry */
  show(entry) {
    if (this.shown?.name !== entry.name) this.details.clear()
    this.shown = entry
    const { dataset } = document.documentElement
    delete dataset.empty
    dataset.kind = entry.kind
    for (const id of ['spent', 'copied']) find(id, HTMLElement).textContent = ''
    document.title = `${entry.name} · Lubdub`
    find('name', HTMLElement).textContent = entry.name
    this.#showContent(entry)
    this.#draw(entry)
    this.#showVariants(entry)
    this.rerun()
  }

  /** @param {Entry} entry whose lines or file the tables show */
  #showContent(entry) {
    this.sessions.show(this.entries, entry)
    this.#showRadios()
    if (entry.kind === 'trace') return showRejections(find('rejections', HTMLElement), entry.reading)
    showReading(find('reading', HTMLElement), entry)
    showLosses(find('formats-lost', HTMLElement), entry.losses)
  }
  #showRadios() { this.controls.showRadios(new Set(this.entries.flatMap(({ rows }) => radiosOf(rows)))) }

  /** @param {Entry} entry */
  #draw(entry) {
    const view = new View(entry)
    this.view = view
    view.overlays = this.#overlaysOf(entry, view)
    this.chart.show(view)
    this.#showDeadEnd(view)
    find('pulse', HTMLElement).hidden = !view.rate
    this.#showCommand()
    find('sentence', HTMLElement).textContent = sentenceOf(view)
    showFindings(find('findings', HTMLElement), view.kind === 'trace' ? findingsOf(entry.reading, view.session) : [], () => this.details.teach())
    const { truth, against } = this.draft.step
    const isFitted = truth?.join() === view.edges.join() && truth.join() === fittedEdges(view.session.distance, truth.length)?.join()
    find('fitted', HTMLElement).textContent = isFitted
      ? `Edges at ${view.edges.map(metres).join(', ')}, so that each zone has a share of this recording. Undo reverts them.` : ''
    const { fixedTruth } = view.session
    find('true-edges', HTMLElement).textContent = [
      against && view.ghost && againstTruth(view.session) ? `Figures are compared with the run before; its true zones ended at ${against.join(', ')} m.` : '',
      fixedTruth ? `True zones are those of ${fixedTruth.edges_m.join(', ')} m, as before the edges were moved.` : '',
    ].filter(Boolean).join(' ')
    const choose = (/** @type {number} */ time) => {
      this.chart.showMoment(time)
      this.player.move(time)
      this.details.choose(time)
      // A click on a time elsewhere scrolls to the details; a click on the chart does not scroll.
      find('details', HTMLElement).scrollIntoView({ block: 'nearest' })
    }
    showFigures(find('large', HTMLElement), find('figures', HTMLElement), view, choose)
    if (view.kind === 'trace') {
      showChanges(find('changes', HTMLElement), view, choose)
      showZones(find('zones', HTMLElement), view)
      const next = find('next-fault', HTMLButtonElement)
      next.disabled = this.chart.faults.length === 0
      next.title = next.disabled ? 'No change of zone was missed or false' : 'Key n; p goes back'
    }
    this.#showNotes(view, choose)
    this.details.update()
    this.player.show(view)
    find('chart', HTMLCanvasElement).ariaLabel = chartLabelOf(view)
  }

  /** @param {View} view @param {(time: number) => void} choose */
  #showNotes(view, choose) {
    const { labels } = this.draft.step
    const own = labels[view.name] ?? []
    const start = view.rows.times[0] ?? 0
    find('notes', HTMLElement).replaceChildren(...own.toSorted((a, b) => beginOf(a, start) - beginOf(b, start)).map(label => {
      const from = beginOf(label, start)
      const text = 'truth' in label ? ` to ${moment(label.to, view.duration)}: truly ${label.truth === null ? 'as recorded' : `at ${metres(label.truth)}`}`
        : 'taught' in label ? `: taught ${metres(label.taught)}` : ` ${label.note}`
      const open = () => 'truth' in label ? this.showStretch(label) : choose(from)
      return make('li', {}, [button(moment(from, view.duration), open, { className: 'link' }), text,
        button('Remove', () => this.draft.change({ labels: { ...labels, [view.name]: own.filter(one => one !== label) } }), { className: 'small' })])
    }))
  }

  /** @param {{from: number, to: number}} stretch */
  showStretch({ from, to }) {
    this.chart.select({ from, to })
    this.details.update()
  }

  /** @param {Entry} entry @param {View} view @returns {View['overlays']} the runs in the background, each in its color */
  #overlaysOf(entry, view) {
    const others = this.overlay === 'variants' ? this.variants.beside.map(one => ({ ...one, times: entry.times }))
      : this.overlay === 'sessions' ? this.entries.filter(one => one !== entry && one.kind === 'trace') : []
    const all = this.overlay === 'before' ? view.overlays : others.slice(0, 6).map(({ name, times, session }, i) => ({ name, times, session, color: `over${i}` }))
    find('overlaid', HTMLElement).replaceChildren(...all.map(({ name, color }) =>
      make('li', { className: color, textContent: name === 'before' ? 'run before' : name })))
    return all
  }

  /** @param {string} overlay the content drawn in the background of the run */
  setOverlay(overlay) {
    this.overlay = overlay
    if (this.shown) this.#draw(this.shown)
  }

  /** @param {View} view */
  #showDeadEnd(view) {
    const reason = this.data.live ? '' : deadEndOf(view)
    find('dead-end', HTMLElement).hidden = reason === ''
    find('dead-end-reason', HTMLElement).textContent = reason
    find('dead-end-fit', HTMLButtonElement).hidden = !this.engines || !fittedEdges(view.session.distance, 1)
  }

  /** Fits the edges to the distances of the shown recording. The truth then uses these edges; figures are compared with the previous run
   * and its own true zones. */
  fitZones() {
    const { shown, draft } = this
    if (!shown) return
    const edges = fittedEdges(shown.session.distance, [draft.held.zones.edges].flat().length)
    if (!edges) return report('No distance could be estimated, so no zone fits this recording.')
    if (draft.step.truth?.join() === edges.join() && [draft.held.zones.edges].flat().join() === edges.join()) return
    const settings = withSetting(draft.held, 'zones.edges', edges)
    draft.propose(settings, '', { truth: edges, reference: draft.held, against: draft.step.truth ?? shown.trueEdges })
  }

  /** @param {number} from @param {number} to */
  playLoop(from, to) {
    this.player.loop = { from, to }
    find('loop', HTMLButtonElement).ariaPressed = 'true'
    this.player.seek(from)
    this.player.start()
  }

  /** @param {Label} label of the recording that is shown */
  label(label) {
    if (!this.shown) return
    const { name } = this.shown
    const { labels } = this.draft.step
    this.draft.change({ labels: { ...labels, [name]: withLabel(labels[name] ?? [], label) } })
  }

  /** A person stands still at a known distance, which calibrates signal strength.
   * @param {number} distance in meters */
  async teach(distance) {
    const { shown, details } = this
    if (!shown) return
    const { session, rows } = shown
    const time = rows.times[0] + (this.heart ? rows.sinceStart[rows.count - 1] : details.time)
    this.label({ time, taught: distance })
    await this.rerun()
    find('taught', HTMLElement).textContent = whatTaught(session, shown.session, shown.rows, time)
  }

  /** Resolves when the considered changes of zone are ready. */
  async consider() { await this.shown?.consider(this.#ahead) }

  saveTrace() { return this.shown ? saveTrace(this.shown.name, this.shown.rows) : '' }

  /** For a long trace, runs the visible part piece by piece, and shows each piece, until the whole trace has run. */
  async #runPieces() {
    const { shown, engines } = this
    // A heart that gives the tempo counts from the first row.
    if (!engines || !shown || shown.kind !== 'trace' || shown.heart || shown.rows.count <= longestHere || this.#isPiecewise) return
    this.#isPiecewise = true
    let [made, session] = ['', shown.session]
    /** @type {Piece[]} */ let pieces = []
    while (shown === this.shown) {
      const { held, truth } = this.draft.step
      const newest = this.#madeOf(shown)
      if (newest === shown.ran || this.#refused === JSON.stringify(held) || shown.newest !== shown.rows
        || held.zones.names.length !== shown.session.document.configuration.zones.names.length) break
      const { scale, cursor } = this.chart
      const center = cursor !== null && cursor >= scale.from && cursor <= scale.to ? cursor : (scale.from + scale.to) / 2
      if (newest !== made) [made, session, pieces] = [newest, shown.session, piecesOf(shown.times, scale, center)]
      const piece = pieces.shift()
      if (!piece) break
      const id = engines.here.hold(rowsWithin(shown.rows, piece))
      try {
        const { input, heart, trueEdges } = shown
        session = withPiece(session, sessionOf(engines.here.run(id, { settings: held, input, heart, truthEdges: truth ?? trueEdges })), shown.times, piece)
      } catch {
        break // The whole run reports the reason.
      } finally {
        engines.here.release(id)
      }
      if (newest === shown.ran) break
      const view = new View(shown)
      view.session = session
      view.setZones(held.zones)
      this.chart.show(view)
      await new Promise(done => setTimeout(done, 20))
    }
    this.#isPiecewise = false
  }

  /** @param {Entry} entry @returns the inputs of its next run, as JSON */
  #madeOf(entry) { return JSON.stringify(entry.partsOf(this.draft.step, this.draft.base)) }

  /** Whether the shown run used the present settings. */
  get isSettled() {
    const { shown, draft } = this
    return draft.refusal !== null || this.#refused === JSON.stringify(draft.held) || shown?.kind !== 'trace' || shown.ran === this.#madeOf(shown) && shown.newest === shown.rows
  }

  /** Runs again at once or before the next frame, with the settings at that time: the shown entry first, then the others. */
  async rerun() {
    this.#runPieces()
    if (this.engines) await (this.#running ??= this.#runAll().finally(() => { this.#running = null }))
  }

  async #runAll() {
    // A short trace is run at once, so that the next frame shows it.
    await (this.shown && this.shown.rows.count <= shortTrace ? null : new Promise(requestAnimationFrame))
    while (this.#refused !== JSON.stringify(this.draft.held)) {
      const waiting = this.entries.filter(entry => entry.kind === 'trace' && entry.ran !== this.#madeOf(entry))
      const next = waiting.find(entry => entry === this.shown) ?? waiting[0]
      if (!next) break
      // Input and drawing come before invisible runs.
      if (next !== this.shown) await new Promise(done => setTimeout(done))
      await this.#run(next)
      if (waiting.length === 1) this.sessions.show(this.entries, this.shown)
    }
  }

  /** @param {Entry} entry @returns {Promise<boolean>} whether it has run; if not, the page shows the reason */
  async #run(entry) {
    if (entry.kind !== 'trace') return true
    const { step, base } = this.draft
    const parts = entry.partsOf(step, base)
    const begin = performance.now()
    entry.label(parts.labels)
    const rows = entry.newest
    try {
      const source = await this.#sourceOf(entry)
      if (!source || !await entry.rerun(source, parts, this.#ahead)) return true
    } catch (error) {
      // A run of older rows is outdated.
      if (rows !== entry.newest) return true
      this.#refused = JSON.stringify(step.held)
      report(error instanceof EngineError ? refusalInWords({ key: '', message: error.message }, step.held.zones.names) : `The engine failed: ${error}`)
      return false
    }
    const spent = performance.now() - begin
    this.#refused = ''
    if (entry !== this.shown) return true
    this.draft.idle = entry.isIdle ? this.draft.lastMoved : ''
    this.controls.update()
    this.#draw(entry)
    this.#showVariants(entry)
    // On a phone the figures are out of sight.
    const changed = [...document.querySelectorAll('#large div:has(.change)')].map(one => `${one.firstChild?.firstChild?.textContent} ${one.lastChild?.textContent}`)
    find('spent', HTMLElement).textContent = changed.length > 0 ? changed.join('; ')
      : entry.isIdle ? 'no effect on this recording' : `${entry.rows.count} rows in ${spent.toFixed(1)} ms`
    return true
  }

  /** @param {Entry} entry that has run */
  async #showVariants(entry) {
    const { engines, draft } = this
    if (entry.kind !== 'trace') return
    await (this.areVariantsShown = this.variants.show(entry, this.controls.catalog, async settings => {
      if (!engines || entry.rows.count > longestHere) return null
      const source = await engines.hold(entry.rows)
      try {
        return sessionOf(await entry.run(source, settings, 0, draft.step.truth))
      } finally {
        source.release()
      }
    }))
    if (this.overlay === 'variants' && entry === this.shown) this.#draw(entry)
  }

  #showCommand() { find('command', HTMLElement).textContent = commandLine(this.moved, lending(this.pulse)) || 'the defaults' }
  /** The address of the present state. */
  get link() { return linkOf(this) }
  keep() { this.draft.change({ reference: this.draft.held, against: null }) }
  get moved() { return differences(this.controls.catalog, this.draft.held, constants.defaults) }

  /** The options of `run` in addition to the settings; a heart's command has none. */
  get words() {
    const truth = this.shown?.session.fixedTruth
    return truth && this.pulse.length === 0 ? ['--truth-edges', truth.edges_m.join()] : []
  }

  /** The command-line options for the heart, if it sets the tempo. */
  get pulse() { return this.draft.held.heartbeat?.policy === 'pulse' ? this.shown?.pulse ?? [] : [] }

  /** Opens a file that was dropped or chosen. It replaces an entry of the same name. For a table with other column names, the page asks for a
   * mapping.
   * @param {File} file @param {Options} [options] options of a trace @returns {Promise<string>} the reason if it is not shown; otherwise empty */
  async openFile(file, options = {}) {
    if (!this.engines) return ''
    try {
      const settings = await settingsOfFile(file)
      if (settings) {
        this.#takeSettings(file.name, this.engines.here.complete(settings))
        return ''
      }
      const found = await entriesOfFile(file, options, this.engines, (share, cancel) =>
        showProgress(`${file.name}: ${Math.round(share * 100)}% read `, cancel), this.#trueEdges)
      if ('table' in found) {
        askMapping(file.name, found.table, found.reason, chosen => this.openFile(file, chosen))
        return found.reason
      }
      for (const entry of found) {
        const before = this.entries.find(({ name, kind }) => name === entry.name && kind === entry.kind)
        if (before) this.#forget(before)
        if (!await this.#run(entry)) return find('message', HTMLElement).textContent ?? ''
        if (before) this.#drop(before)
        this.entries.push(entry)
      }
      this.show(found[0])
      report('')
      return ''
    } catch (error) {
      const reason = error instanceof Error ? error.message : `${error}`
      report(reason.startsWith(file.name) ? reason : `${file.name}: ${reason}`)
      return reason
    } finally {
      showProgress('')
    }
  }

  /** Applies settings of a dropped file. Without a session, nothing is compared: truth and figures use the settings of the file.
   * @param {string} name of the file @param {any} settings complete */
  #takeSettings(name, settings) {
    this.draft.propose(settings, '', this.shown ? {} : { truth: [settings.zones.edges].flat(), reference: settings, against: null })
    if (this.shown) find('copied', HTMLElement).textContent = `The settings of ${name} apply. Undo reverts them.`
    else report(`The settings of ${name} apply. Now drop a trace, which runs with them.`)
  }

  /** Forgets the labels of a recording: another recording may have its name.
   * @param {Entry} entry */
  #forget({ name }) {
    const { [name]: forgotten, ...labels } = this.draft.step.labels
    if (forgotten) this.draft.change({ labels })
  }

  async playExample() {
    if (!this.shown && await this.replaceTrace('example.csv', exampleTrace())) this.player.toggle()
  }

  /** @param {Entry} entry */
  #drop(entry) {
    this.entries = this.entries.filter(one => one !== entry)
    entry.source?.then(source => source.release())
  }
  remove() {
    const place = this.shown ? this.entries.indexOf(this.shown) : -1
    if (!this.shown || this.entries.length < 2) return
    this.#drop(this.shown)
    this.show(this.entries[Math.min(place, this.entries.length - 1)])
  }

  /** The edges that cut the truth of a new trace, so that figures are comparable. */
  get #trueEdges() { return this.entries.find(({ kind }) => kind === 'trace')?.trueEdges ?? [this.draft.base.zones.edges].flat() }

  /** The time after the last row for which beats are planned, in seconds. */
  get #ahead() { return this.heart ? planAhead : 0 }

  /** Shows newer rows of a trace that grows. Settings, the reference run, the cursor and the visible
   * time stay; if the end was visible, it stays visible. A text that is not a trace is reported, and the view stays.
   * @param {string} name of the trace @param {string} text of the whole trace: the header and all rows, as a CSV file has them
   * @returns {Promise<boolean>} whether it is shown */
  async replaceTrace(name, text) {
    if (!this.engines) return false
    try {
      await this.replaceRows(name, await readTrace(this.engines.here, new Blob([text]), { name }))
      return true
    } catch (error) {
      report(error instanceof Error ? error.message : `${error}`)
      return false
    }
  }

  /** Replaces the rows of an entry of the same name.
   * @param {string} name @param {Trace} trace */
  async replaceRows(name, trace) {
    if (!this.engines) return
    const before = this.entries.find(one => one.name === plainName(name) && one.kind === 'trace')
    const entry = before ?? entryOfTrace(name, trace, { ...this.data.live, name, trueEdges: this.#trueEdges })
    if (before) before.grow(trace)
    else this.entries.push(entry)
    await this.#run(entry)
    // A later link doesn't change the view.
    if (!before) this.show(this.data.live?.hasLinks && this.shown ? this.shown : entry)
    else if (entry === this.shown) this.#showContent(entry)
  }

  /** @param {Entry} shown */
  #savePage(shown) {
    const dropped = this.entries.filter(entry => !this.#written.has(entry.name)).map(({ name }) => name)
    find('losses', HTMLElement).textContent = `${saveFile(`${stem(shown.name)}.html`, savedPage(this))} It holds labels, settings, and variants${
      dropped.length > 0 ? `, and not ${dropped.join(', ')}: drop ${dropped.length === 1 ? 'it' : 'them'} on it again` : ''}.`
  }

  /** @param {string} format */
  async save(format) {
    const source = await this.source
    if (!source || !this.shown) return
    if (format === 'pdf') return print()
    if (format === 'html') return this.#savePage(this.shown)
    if (format === 'settings') return void (find('losses', HTMLElement).textContent = saveFile(`${stem(this.shown.name)}.yaml`, encodeText(settingsFile(this.moved, this.pulse, this.words))))
    const { refusal } = this.draft
    if (refusal) {
      find('losses', HTMLElement).textContent = `Nothing was saved: a setting is rejected: ${refusalInWords(refusal, this.draft.held.zones.names)}`
      return
    }
    await saveAs(source, this.shown.name, format)
  }
}

async function open() {
  const packed = fromDense(find('data', HTMLScriptElement).textContent ?? '')
  const page = new Page(JSON.parse(decodeText(await unpacked(packed, 'deflate'))))
  page.start()
  // For scripts that feed the page, for tests, and for the curious.
  Object.assign(globalThis, { lubdub: page })
}

// The script runs in workers, too.
if (typeof document === 'undefined') serveEngine()
else open()
