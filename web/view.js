// What is shown: rows, the run over them, and the run before it for comparison.
import { lowerBound } from './scale.js'

export class View {
  /**
   * @param {object} content
   * @param {string} content.name
   * @param {import('./rows.js').Rows} content.rows
   * @param {Float64Array} content.times of the rows, from the start
   * @param {import('./session.js').Session} content.session
   * @param {import('./session.js').Session | null} content.ghost the run before
   */
  constructor({ name, rows, times, session, ghost }) {
    this.name = name
    this.rows = rows
    this.times = times
    this.session = session
    this.ghost = ghost
    const zones = session.document.configuration?.zones ?? {}
    /** @type {number[]} */ this.edges = [zones.edges ?? []].flat()
    /** @type {string[]} */ this.zoneNames = zones.names ?? this.edges.concat(0).map((_, i) => `${i}`)
    this.duration = Math.max(session.document.duration_s ?? 0, times.at(-1) ?? 0)
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
