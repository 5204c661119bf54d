// A session that is still going on: rows that a server sends, and a heart that beats with them.
import { bytesOf, rowsOf, sinceStart } from './rows.js'
import { lowerBound } from './scale.js'
import { Tones } from './sound.js'
import { vibrate } from './touch.js'

/** How long after the last row beats are planned, in seconds. */
export const planAhead = 5

/** How far ahead of its time a beat is handed to the sound, in seconds: until then it can be taken back. */
const soundAhead = 0.06

/** Beats that are later than this are left out, in seconds. */
const tooLate = 0.15

/** Beats that are nearer to each other than this are one, in seconds. */
const sameBeat = 0.04

/** After so long without an answer the server has gone, in milliseconds. */
const patience = 10_000

/** A page that was answered otherwise asks again after this, in milliseconds. */
const askAgain = 2000

/**
 * The rows of a session, as they come.
 *
 * A browser that loses the connection asks again, and the server goes on after the last message. A server that was
 * started again has another run: its rows take the place of those before.
 */
export class LiveRows {
  /** @type {import('./rows.js').Rows | null} */ #rows = null
  #run = ''
  #lost = 0

  /**
   * @param {string} address of the rows
   * @param {(trace: import('./trace.js').Trace) => void} onRows all rows until now
   * @param {(state: 'running' | 'lost' | 'gone' | 'over') => void} onState
   */
  constructor(address, onRows, onState) {
    this.address = address
    this.onRows = onRows
    this.onState = onState
    this.#open()
  }

  #open() {
    const source = new EventSource(this.address)
    source.addEventListener('open', () => {
      clearTimeout(this.#lost)
      this.#lost = 0
      this.onState('running')
    })
    source.addEventListener('error', () => {
      if (this.#lost === 0) {
        this.onState('lost')
        this.#lost = window.setTimeout(() => this.onState('gone'), patience)
      }
      // An answer that is no stream: the browser gives up, the page does not.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.#open(), askAgain)
    })
    source.addEventListener('rows', event => {
      const { rows, reading, input } = JSON.parse(event.data)
      const [run] = event.lastEventId.split('-')
      const added = rowsOf(name => bytesOf(rows[name] ?? ''))
      this.#rows = this.#rows && run === this.#run ? joinedRows(this.#rows, added) : added
      this.#run = run
      this.onRows({ rows: this.#rows, reading, input })
    })
    source.addEventListener('end', () => {
      source.close()
      this.onState('over')
    })
  }
}

/**
 * @param {import('./rows.js').Rows} first @param {import('./rows.js').Rows} second
 * @returns {import('./rows.js').Rows}
 */
function joinedRows(first, second) {
  const { count, ...columns } = first
  const names = /** @type {(keyof typeof columns)[]} */ (Object.keys(columns))
  const joined = /** @type {import('./rows.js').Rows} */ (Object.fromEntries([
    ['count', count + second.count],
    ...names.map(name => {
      const [a, b] = [first[name], second[name]]
      const all = new (/** @type {any} */ (a.constructor))(a.length + b.length)
      all.set(a)
      all.set(b, a.length)
      return [name, all]
    }),
  ]))
  return { ...joined, sinceStart: sinceStart(joined.times) }
}

/** Beats at the time at which they are due: those of the run, and those that are planned after its end. */
export class LiveHeart {
  /** @type {import('./session.js').Events[]} what was decided, and what is planned */ #events = []
  /** The session's times of what was felt within the last second, with the intensity. */
  /** @type {{time: number, intensity: number}[]} */ #felt = []
  /** What the clock of the page says at the session's time 0, in seconds of the session. */ #origin = Infinity
  /** When a row last told that. */ #told = 0
  #tones = new Tones()
  #isHeard = false

  /**
   * @param {number} pace how many seconds of the session pass in one
   * @param {(intensity: number, duration: number) => void} pulse shows one event
   */
  constructor(pace, pulse) {
    this.pace = pace
    this.pulse = pulse
  }

  /** The clock of the page, in seconds of the session. */
  get #clock() {
    return performance.now() / 1000 * this.pace
  }

  /** The session's time now. */
  get time() {
    return this.#clock - this.#origin
  }

  /**
   * Takes over a newer run.
   * @param {import('./session.js').Session} session @param {number} last the time of the last row
   */
  show(session, last) {
    // The row that came soonest after it was measured tells how the clocks lie; they may drift by a thousandth.
    const clock = this.#clock
    const isFirst = this.#origin === Infinity
    this.#origin = Math.min(clock - last, this.#origin + 0.001 * (clock - this.#told))
    this.#told = clock
    if (isFirst) requestAnimationFrame(() => this.#step())
    this.#events = [session.events, session.planned]
  }

  /** @param {boolean} isHeard whether beats are heard and felt, and not only seen */
  listen(isHeard) {
    this.#isHeard = isHeard
    if (isHeard) this.#tones.open()
    else this.#tones.close()
  }

  #step() {
    const now = this.time
    this.#felt = this.#felt.filter(({ time }) => time > now - 1)
    for (const events of this.#events) {
      const end = lowerBound(events.time, now + soundAhead)
      for (let i = lowerBound(events.time, now - tooLate); i < end; i++) {
        const [time, intensity] = [events.time[i], events.intensity[i]]
        // A newer run moves a beat that was felt already by a little.
        if (this.#felt.some(felt => Math.abs(felt.time - time) < sameBeat && felt.intensity === intensity)) continue
        this.#felt.push({ time, intensity })
        this.#play(events, i, Math.max(0, time - now) / this.pace)
      }
    }
    requestAnimationFrame(() => this.#step())
  }

  /** @param {import('./session.js').Events} events @param {number} i @param {number} wait in seconds */
  #play(events, i, wait) {
    setTimeout(() => {
      this.pulse(events.intensity[i], events.duration[i])
      if (this.#isHeard) vibrate(events.intensity[i], events.duration[i])
    }, wait * 1000)
    if (this.#isHeard) this.#tones.play(events, i, wait)
  }
}
