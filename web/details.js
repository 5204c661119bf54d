// The panel below the chart: an explanation of the selection, with buttons that try other settings. It hides nothing.
import { Source } from './engines.js'
import { button, find, make } from './elements.js'
import { EngineError } from './engine.js'
import { explanationOf, outcomeIn, subjectAt, triesFor } from './explain.js'
import { moment, seconds } from './numbers.js'
import { radiosOf } from './rows.js'
import { sessionOf } from './session.js'
import { figuresWithin } from './stretch.js'
import { term } from './words.js'

const small = { className: 'small' }
const longestTried = 20_000 // in a longer trace, other settings are offered, and run only on request; in rows

export class Details {
  /** @type {Subject | null} */ #subject = null
  /** @type {any[]} the state that the panel shows */ #state = []
  /** The number of requests to try settings; the result of an older one is ignored. */ #asked = 0

  /** @param {HTMLElement} place @param {Page} page */
  constructor(place, page) {
    this.place = place
    this.page = page
  }

  /** @param {number} time @param {number} [within] in seconds */
  choose(time, within = 0.02) {
    const { view, chart } = this.page
    if (!view || view.kind !== 'trace') return
    chart.select(null)
    this.#subject = subjectAt(view, time, within)
    this.#showTeaching(view)
    this.#show()
  }

  /** @param {View} view */
  #showTeaching(view) {
    find('teach', HTMLElement).hidden = !this.page.engines || radiosOf(view.rows).join() !== 'ble'
    find('teach-when', HTMLElement).textContent = this.page.heart ? 'I am standing at' : `At ${moment(this.time, view.duration)} I was standing at`
  }

  /** The selected time: the end of a stretch, a moment, or the last one; in seconds. */
  get time() { return this.page.chart.stretch?.to ?? this.#subject?.time ?? this.page.view?.times.at(-1) ?? 0 }

  /** Goes to the form that teaches signal strength. */
  teach() {
    find('teach', HTMLElement).scrollIntoView({ block: 'center' })
    find('teach-distance', HTMLElement).focus()
  }

  update() {
    const { chart, view, shown, heart } = this.page
    if (view?.kind !== 'trace') return
    this.#showTeaching(view)
    // Rows that arrive while a person reads do not change the panel.
    const state = [heart ? shown?.ran : view.session, heart ? shown?.name : view, chart.stretch, this.#subject?.time]
    if (state.every((one, i) => one === this.#state[i])) return
    this.#state = state
    if (chart.stretch) {
      this.#showStretch(view, chart.stretch)
    } else if (this.#subject) {
      const { kind, time, change } = this.#subject
      const now = subjectAt(view, time, 10)
      if (kind === 'change' && (now.kind !== 'change' || now.change.to !== change.to)) {
        const text = `The change to ${view.zoneName(change.to)} does not come with these settings.`
        this.#say(text)
        this.#replace(make('p', { textContent: text }))
      } else {
        this.#subject = kind === 'moment' ? this.#subject : now
        this.#show()
      }
    } else {
      this.#say('')
      this.#replace(make('p', { className: 'note', textContent: 'Click the chart or a time in the table to see what happened and why. Drag over a stretch for its own figures.' }))
    }
  }
  /** One line next to the chart, because the panel may be out of sight.
   * @param {string} text empty for none */
  #say(text) {
    const line = find('happened', HTMLElement).firstElementChild
    if (line) line.textContent = text || 'Click the chart to see what happened, and why.'
    find('more', HTMLButtonElement).hidden = text === ''
  }

  /** Shows other content. The focus stays on the control at the same place.
   * @param {...Node} content */
  #replace(...content) {
    const controls = () => /** @type {HTMLElement[]} */ ([...this.place.querySelectorAll('button, input')])
    const at = controls().findIndex(one => one === document.activeElement)
    this.place.replaceChildren(...content)
    controls()[at]?.focus()
  }

  clear() {
    this.#subject = null
    this.#say('')
    find('taught', HTMLElement).textContent = ''
    this.page.chart.select(null)
  }

  async #show() {
    const { view, shown, draft, controls, engines } = this.page
    const subject = this.#subject
    if (!view || !shown || !subject) return
    if (subject.kind === 'missed') await this.page.consider()
    if (subject !== this.#subject || this.page.chart.stretch) return
    const { title, lines } = explanationOf(view, subject)
    const tries = engines ? triesFor(draft.held, controls.catalog, subject, subject.change?.source ?? radiosOf(view.rows)[0]) : []
    const effects = tries.map(() => make('span', { className: 'note' }))
    const list = tries.map(({ text, settings, key }, i) =>
      make('li', {}, [button('Try', () => draft.propose(settings, key), small), ` ${text} `, effects[i]]))
    this.#say(`${title}. ${lines[0]}`)
    this.#replace(make('h3', { textContent: title }), ...lines.map(textContent => make('p', { textContent })), this.#noteField(view, subject.time),
      ...list.length > 0 ? [make('p', { textContent: 'Other settings, and what they would do:' }), make('ul', { className: 'tries' }, list)] : [])
    const asked = ++this.#asked
    if (!engines || shown.rows.count > longestTried) return
    for (const [i, { settings }] of tries.entries()) {
      await new Promise(done => setTimeout(done))
      if (asked !== this.#asked) return
      const source = await Source.of(engines.here, shown.rows)
      try {
        effects[i].textContent = outcomeIn(sessionOf(await shown.run(source, engines.here.complete(settings), 0, draft.step.truth)), subject)
      } catch (error) {
        if (!(error instanceof EngineError)) throw error
        effects[i].textContent = 'is rejected'
      } finally {
        source.release()
      }
    }
  }

  /** @param {View} view @param {number} time */
  #noteField(view, time) {
    const { page } = this
    const before = (page.draft.step.labels[view.name] ?? []).flatMap(one => 'note' in one && one.time === time ? [one.note] : [])[0] ?? ''
    const field = make('input', { type: 'text', value: before, placeholder: 'nothing noted' })
    field.addEventListener('change', () => page.label({ time, note: field.value.trim() }))
    return make('label', { className: 'note-field' }, ['Note ', field])
  }

  /** @param {View} view @param {{from: number, to: number}} stretch */
  #showStretch(view, { from, to }) {
    const { page } = this
    const figures = make('dl', { className: 'readout' }, figuresWithin(view, from, to).map(([name, textContent]) =>
      make('div', {}, [make('dt', {}, [term(name)]), make('dd', { textContent })])))
    const marked = (page.draft.step.labels[view.name] ?? []).find(one => 'truth' in one && one.from === from && one.to === to)
    const distance = make('input', {
      type: 'number', min: '0', step: 'any', placeholder: 'as recorded', ariaLabel: 'True distance in meters',
      value: marked && 'truth' in marked && marked.truth !== null ? `${marked.truth}` : '',
    })
    const saved = make('span', { className: 'note', role: 'status' })
    const mark = () => page.label({ from, to, truth: Number.isNaN(distance.valueAsNumber) ? null : distance.valueAsNumber })
    distance.addEventListener('keydown', ({ key }) => { if (key === 'Enter') mark() })
    this.#say(`A stretch of ${seconds(to - from)}.`)
    this.#replace(make('h3', { textContent: `A stretch of ${seconds(to - from)}` }), figures, make('div', { className: 'bar' }, [
      button('Zoom to it', () => { page.chart.scale.show(from, to); page.chart.redraw() }, small),
      button('Play it in a loop', () => page.playLoop(from, to), small),
      button('Clear', () => { page.chart.select(null); this.update() }, small),
    ]), ...page.engines ? [make('div', { className: 'bar' }, [
      make('label', {}, ['The peer was truly at ', distance, ' m ']),
      button('Mark as truth', mark, small),
      button('Save the whole trace', () => { saved.textContent = page.saveTrace() }, small), saved,
    ])] : [])
  }
}
