// The engines of the page: one here, and for long traces one in a worker.
import { fromDense, unpacked } from './bytes.js'
import { Engine } from './engine.js'
import { RemoteEngine } from './worker.js'

export const longestHere = 50_000 // traces of more rows are run in a worker, so that the page stays responsive

export class Engines {
  /** @type {Promise<RemoteEngine | null> | null} */ #remote = null

  /** @param {string} text the WebAssembly module, by gzip and as dense text @throws {Error} if the browser can't run it */
  static async load(text) {
    const module = await unpacked(fromDense(text), 'gzip')
    return new Engines(module, await Engine.load(module))
  }

  /** @param {Uint8Array} module @param {Engine} here */
  constructor(module, here) {
    this.module = module
    this.here = here
  }

  /** @param {Rows} rows */
  async hold(rows) {
    if (rows.count <= longestHere) return Source.of(this.here, rows)
    // A browser that starts no worker runs them here.
    this.#remote ??= RemoteEngine.start(this.module).catch(() => null)
    return Source.of(await this.#remote ?? this.here, rows)
  }
}

export class Source {
  /** @param {AnyEngine} engine @param {number} id */
  constructor(engine, id) {
    this.engine = engine
    this.id = id
  }

  /** @param {AnyEngine} engine @param {Rows} rows */
  static async of(engine, rows) { return new Source(engine, await asked(engine, 'hold', [rows])) }
  /** @param {object} options @returns {Parts | Promise<Parts>} */
  run(options) { return asked(this.engine, 'run', [this.id, options]) }
  /** @param {object} options @returns {Parts | Promise<Parts>} */
  export(options) { return asked(this.engine, 'export', [this.id, options]) }
  /** @param {object} options @returns {Float32Array | Promise<Float32Array>} */
  samples(options) { return asked(this.engine, 'samples', [this.id, options]) }
  /** @param {object} [options] @returns {Promise<Blob>} */
  wav(options = {}) { return asked(this.engine, 'wav', [this.id, options]) }
  release() { asked(this.engine, 'release', [this.id]) }
}

/** @param {AnyEngine} engine @param {Exclude<Call['name'], 'load' | 'open'>} name @param {any[]} values @returns {any} the answer, or a promise of it */
const asked = (engine, name, values) => engine instanceof RemoteEngine ? engine.call(name, values) : /** @type {any} */ (engine)[name](...values)
