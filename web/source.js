// Rows or a haptic file in an engine, here or in a worker: what can be run, exported and heard.

/** @typedef {import('./engine.js').Engine | import('./worker.js').RemoteEngine} AnyEngine */

export class Source {
  /** @param {AnyEngine} engine @param {number} id */
  constructor(engine, id) {
    this.engine = engine
    this.id = id
  }

  /**
   * @param {AnyEngine} engine @param {import('./rows.js').Rows} rows
   */
  static async of(engine, rows) {
    return new Source(engine, await engine.hold(rows))
  }

  /** @param {object} options */
  run(options) { return this.engine.run(this.id, options) }
  /** @param {object} options */
  export(options) { return this.engine.export(this.id, options) }
  /** @param {object} options */
  samples(options) { return this.engine.samples(this.id, options) }
  wav() { return this.engine.wav(this.id) }
  release() { return this.engine.release(this.id) }
}
