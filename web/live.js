// A session in progress: rows that a server sends, and a heart that beats with them.
import { constants } from './constants.js'
import { find, onClick, toggled } from './elements.js'
import { View } from './entry.js'
import { metres, seconds } from './numbers.js'
import { zonePlace } from './palette.js'
import { bytesOf, radioOf, rowsOf, sinceStart, withColumns } from './rows.js'
import { lowerBound } from './scale.js'
import { zoneStretches } from './session.js'
import { opened, playTone, pulse, vibrate } from './sound.js'

export const planAhead = 5 // the time after the last row for which beats are planned, in seconds
const soundAhead = 0.06 // the time by which a beat is scheduled ahead in the sound, in seconds: until then it can be canceled
const tooLate = 0.15 // beats that are later than this are left out, in seconds
const sameBeat = 0.04 // beats that are nearer to each other than this are one, in seconds
const patience = 10_000 // the time without an answer after which the server counts as gone, in milliseconds
const askAgain = 2000 // the time before a page reconnects after another answer, in milliseconds

/** The rows of a session as they arrive: the rows of each link, if it has several.
 *
 * A browser that loses the connection reconnects, and the server continues after the last message. A server that was
 * restarted has another run: its rows replace the earlier ones. */
class LiveRows {
  /** @type {Map<string, Rows>} */ #links = new Map()
  #run = ''
  /** The last message that came. */ #seen = ''
  #isOver = false
  #lost = 0

  /** @param {string} address of the rows
   * @param {(links: [string, Trace][]) => void} onRows all rows until now of the links that have newer ones
   * @param {(state: Connection) => void} onState */
  constructor(address, onRows, onState) {
    this.address = address
    this.onRows = onRows
    this.onState = onState
    this.#open()
  }

  #open() {
    const source = new EventSource(this.#seen ? `${this.address}?seen=${this.#seen}` : this.address)
    source.addEventListener('open', () => {
      clearTimeout(this.#lost)
      this.#lost = 0
      if (!this.#isOver) this.onState('running')
    })
    source.addEventListener('error', () => {
      if (this.#lost === 0 && !this.#isOver) {
        this.onState('lost')
        this.#lost = window.setTimeout(() => this.onState('gone'), patience)
      }
      // After an answer that is not a stream, the browser gives up, but the page doesn't.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.#open(), askAgain)
    })
    source.addEventListener('rows', event => {
      const { links, reading, input } = JSON.parse(event.data)
      this.#seen = event.lastEventId
      const [run] = this.#seen.split('-')
      if (run !== this.#run) this.#links.clear()
      this.#run = run
      if (this.#isOver) this.onState('running')
      this.#isOver = false
      this.onRows(Object.entries(links).map(([name, columns]) => {
        const added = rowsOf(column => bytesOf(columns[column] ?? ''))
        const before = this.#links.get(name)
        const rows = before ? joinedRows(before, added) : added
        this.#links.set(name, rows)
        return [name, { rows, reading, input }]
      }))
    })
    source.addEventListener('end', () => {
      source.close()
      this.#isOver = true
      this.onState('over')
      // The command may be started again.
      setTimeout(() => this.#open(), askAgain)
    })
  }
}

/** @param {Rows} first @param {Rows} second */
function joinedRows(first, second) {
  const rows = withColumns(first, first.count + second.count, (column, name, all) => {
    all.set(column)
    all.set(second[name], first.count)
    return all
  })
  return { ...rows, sinceStart: sinceStart(rows.times) }
}

/** Beats when they are due: the beats of the run, and the beats planned after its end. */
export class LiveHeart {
  /** @type {{events: Events, start: number}[]} decided and planned events, each with the trace's time of its first row */ #runs = []
  /** @type {{time: number, intensity: number}[]} the events felt within the last second */ #felt = []
  /** The time of the last row. */ #last = -Infinity
  /** The time of the page's clock at the trace's time 0, in seconds of the trace. */ #origin = Infinity
  /** The time at which a row last updated the origin. */ #measured = 0
  /** @type {AudioContext | null} */ #context = null
  #isHeard = false
  /** @param {number} pace the seconds of the session per second @param {(intensity: number, duration: number) => void} pulse shows one event */
  constructor(pace, pulse) {
    this.pace = pace
    this.pulse = pulse
  }

  /** The clock of the page, in seconds of the session. */
  get #clock() { return performance.now() / 1000 * this.pace }

  get time() { return this.#clock - this.#origin }

  /** @param {Entry} entry that is felt @param {number} last the time of the last row */
  show({ session, rows }, last) {
    // The row with the shortest delay gives the offset of the clocks, which may drift by a thousandth.
    const clock = this.#clock
    const isFirst = this.#origin === Infinity
    // The times of a restarted session begin again.
    if (last < this.#last) [this.#origin, this.#felt] = [Infinity, []]
    this.#last = last
    this.#origin = Math.min(clock - last, this.#origin + 0.001 * (clock - this.#measured))
    this.#measured = clock
    if (isFirst) requestAnimationFrame(() => this.#step())
    this.#runs = [session.events, session.planned].map(events => ({ events, start: rows.times[0] }))
  }

  /** @param {boolean} isHeard whether beats are heard and felt, and not only seen */
  listen(isHeard) {
    this.#isHeard = isHeard
    if (isHeard) this.#context = opened(this.#context)
    else this.#context?.suspend()
  }

  #step() {
    const now = this.time
    this.#felt = this.#felt.filter(({ time }) => time > now - 1)
    for (const { events, start } of this.#runs) {
      const end = lowerBound(events.time, now + soundAhead - start)
      for (let i = lowerBound(events.time, now - tooLate - start); i < end; i++) {
        const [time, intensity] = [events.time[i] + start, events.intensity[i]]
        // A newer run slightly moves a beat that was already felt.
        if (this.#felt.some(felt => Math.abs(felt.time - time) < sameBeat && felt.intensity === intensity)) continue
        this.#felt.push({ time, intensity })
        this.#play(events, i, Math.max(0, time - now) / this.pace)
      }
    }
    requestAnimationFrame(() => this.#step())
  }

  /** @param {Events} events @param {number} i @param {number} wait in seconds */
  #play(events, i, wait) {
    setTimeout(() => {
      this.pulse(events.intensity[i], events.duration[i])
      if (this.#isHeard) vibrate(events.intensity[i], events.duration[i])
    }, wait * 1000)
    if (this.#isHeard && this.#context) playTone(this.#context.destination, this.#context.currentTime + wait, events, i, 1)
  }
}

/** @typedef {'running' | 'lost' | 'gone' | 'over'} Connection */

/** The connection to the command, and the moment of its loss, in milliseconds of the page's clock. */
class ConnectionState {
  /** @type {Connection} */ now = 'running'
  /** The moment at which it was lost, or had ended; null while it runs. */ #away = /** @type {number | null} */ (null)
  /** The text for a while after it was there again. */ #resumed = { text: '', until: 0 }

  /** @param {Connection} found */
  become(found) {
    const now = performance.now()
    if (found !== 'running') this.#away ??= now
    else if (this.#away !== null) {
      this.#resumed = { text: `live again, after ${seconds(Math.round((now - this.#away) / 1000))} away`, until: now + resumedFor }
      this.#away = null
    }
    this.now = found
  }

  /** @param {boolean} hasRows */
  text(hasRows) {
    return {
      running: !hasRows ? 'waiting for the first row' : performance.now() < this.#resumed.until ? this.#resumed.text : 'live',
      lost: 'connection lost, trying again', gone: 'no answer, trying again', over: 'ended',
    }[this.now]
  }
}

const resumedFor = 10_000 // the time for which a page shows that a session has resumed, in milliseconds

/** The state of the peer, and an alarm, by the connection and the age of the last reading. */
const standings = /** @type {Record<string, {peer: string, alarm?: string}>} */ ({
  over: { peer: 'ended', alarm: 'The session has ended. This is its last moment. The page continues when you restart the command.' },
  lost: { peer: 'not connected', alarm: 'The connection to the command is lost. This data is old.' },
  gone: { peer: 'not connected', alarm: 'The command does not answer, and may have ended. This data is old. The page continues when you restart the command.' },
  stale: { peer: 'silent' }, unknown: { peer: 'lost' }, contact: { peer: 'contact' }, good: { peer: 'heard' },
})

/** The present values, in letters readable across a room: distance, zone, beat, the age of the last reading; and an alarm if that is old.
 * @param {Page} page @param {LiveHeart} heart @param {Connection} connection */
function showNow({ shown: entry, draft }, heart, connection) {
  const say = (/** @type {string} */ id, /** @type {string} */ text) => {
    const place = find(id, HTMLElement)
    if (place.textContent !== text) place.textContent = text
  }
  if (!entry || entry.rows.count === 0) return
  const { session, rows } = entry
  const last = rows.count - 1
  const view = new View(entry)
  const decided = zoneStretches(session, view.duration).at(-1)?.zone ?? null
  const beat = session.beats.interval.at(-1)
  const age = Math.max(0, heart.time - rows.times[last])
  const { source } = constants.radios[radioOf(rows.kinds[last])] ?? { source: 'uwb' }
  const limit = draft.held[source === 'ble' ? 'rssi' : source === 'gnss' ? 'gnss' : 'uwb'].staleAfter
  const standing = connection !== 'running' ? connection : age > limit ? 'stale' : session.zone[last] === 255 ? 'unknown' : decided === 0 ? 'contact' : 'good'
  // The pipeline gives up the zone after this silence, too.
  const zone = standing === 'stale' ? null : decided
  const { peer, alarm = '' } = standings[standing]
  const isSilent = connection !== 'running' || zone === null || zone >= [draft.held.heartbeat.intervals].flat().length || !beat
  say('now-distance', metres(session.distance[last]))
  say('now-zone', zone === null ? 'no zone' : view.zoneName(zone))
  find('now-zone', HTMLElement).className = zone === null ? '' : `zone-${zonePlace(zone, view.zoneNames.length)}`
  say('now-beat', isSilent ? 'no beat' : seconds(beat))
  say('now-age', connection === 'over' ? 'ended' : age < 1 ? 'just now' : `${Math.floor(age)} s ago`)
  say('now-state', peer)
  find('now', HTMLElement).dataset.state = standing
  say('alarm', standing === 'stale' ? `No reading for more than ${seconds(limit)}: this data is old.` : alarm)
}

/** @param {Page} page @param {{name: string, settings: any, pace: number}} live
 * @returns {LiveHeart} a heart that beats as the rows say */
export function followSession(page, { settings, pace }) {
  document.documentElement.dataset.live = 'true'
  const heart = new LiveHeart(pace, (intensity, duration) => pulse(find('heart', HTMLElement), intensity, duration))
  page.draft.begin(settings)
  page.settingsChanged()
  onClick('hear', button => heart.listen(toggled(button)))
  /** @type {Map<string, Trace>} the rows that arrived during a run */ const newest = new Map()
  /** @type {Set<string>} */ const links = new Set()
  const connection = new ConnectionState()
  const say = () => {
    const [place, text] = [find('live-state', HTMLElement), connection.text(page.shown !== null)]
    if (place.textContent !== text) place.textContent = text
  }
  find('now', HTMLElement).hidden = false
  setInterval(() => {
    showNow(page, heart, connection.now)
    say()
  }, 200)
  let isBusy = false
  const take = async () => {
    for (const [name, trace] of newest) {
      newest.delete(name)
      await page.replaceRows(name, trace)
      if (newest.size > 0) continue
      const known = page.entries.filter(one => links.has(one.name) && one.rows.count > 0)
      const felt = known.find(one => one === page.shown) ?? known[0]
      if (felt) heart.show(felt, Math.max(...known.map(({ rows }) => rows.times[rows.count - 1])))
      say()
    }
    isBusy = false
  }
  new LiveRows('rows', traces => {
    for (const [name, trace] of traces) {
      newest.set(name, trace)
      links.add(name)
    }
    if (!isBusy) requestAnimationFrame(take)
    isBusy = true
  }, found => {
    connection.become(found)
    // The last rows are shown before the session is reported as over.
    if (!isBusy) say()
  })
  return heart
}
