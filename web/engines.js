// The engines of the page: one here, and for long traces one in a worker.
import { fromBase122 } from './bytes.js'
import { Engine } from './engine.js'
import { unlzma } from './lzma.js'
import { Source } from './source.js'
import { RemoteEngine } from './worker.js'

/** Traces of more rows are run in a worker, so that the page answers meanwhile. */
const longestHere = 50_000

export class Engines {
  /** @type {Promise<RemoteEngine | null> | null} */ #remote = null

  /**
   * @param {string} text the compressed WebAssembly module as base122
   * @throws {Error} where the browser does not run it
   */
  static async load(text) {
    const module = unlzma(fromBase122(text))
    return new Engines(module, await Engine.load(module))
  }

  /** @param {Uint8Array} module @param {Engine} here */
  constructor(module, here) {
    this.module = module
    this.here = here
  }

  /**
   * Gives rows to the engine that will run them.
   * @param {import('./rows.js').Rows} rows
   */
  async hold(rows) {
    if (rows.count <= longestHere) return Source.of(this.here, rows)
    // A browser that starts no worker runs them here.
    this.#remote ??= RemoteEngine.start(this.module).catch(() => null)
    return Source.of(await this.#remote ?? this.here, rows)
  }
}
