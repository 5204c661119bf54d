// What is shown: rows, the run over them, and the run before it for comparison; or a haptic file.
import { lowerBound } from './scale.js'

export class View {
  /** @param {import('./entry.js').Entry} entry */
  constructor(entry) {
    this.name = entry.name
    this.kind = entry.kind
    this.rows = entry.rows
    this.times = entry.times
    this.session = entry.session
    this.ghost = entry.ghost
    this.rate = entry.rate
    const isTrace = entry.kind === 'trace'
    // A haptic file may say anything about its origin; only the pattern of it is shown.
    const zones = isTrace ? this.session.document.configuration?.zones ?? {} : {}
    /** @type {number[]} */ this.edges = [zones.edges ?? []].flat()
    /** @type {string[]} */ this.zoneNames = zones.names ?? this.edges.concat(0).map((_, i) => `${i}`)
    const { events, document } = this.session
    const last = isTrace ? this.times.at(-1) ?? 0
      : events.time.reduce((end, time, i) => Math.max(end, time + events.duration[i] + 0.1), 0)
    this.duration = Math.max(document.duration_s ?? 0, last)
  }

  /** @param {number | null} zone */
  zoneName(zone) {
    return zone === null ? 'none' : this.zoneNames[zone] ?? `${zone}`
  }

  /**
   * The last row at or before a time; -1 for none.
   * @param {number} time
   */
  rowAt(time) {
    return lowerBound(this.times, time + 1e-9) - 1
  }
}
