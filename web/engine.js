// The pipeline of Lubdub as WebAssembly, by the functions of lubdub.h.
import { decodeText, encodeText } from './bytes.js'

/** @typedef {Map<string, Uint8Array>} Parts the named parts of a result, copied out of the engine */

/** A call that the engine refused; the message says why. */
export class EngineError extends Error {}

export class Engine {
  /** Fields of `lubdub_rows`, in order. */
  static #columns = /** @type {const} */ ([
    'times', 'kinds', 'ranges', 'powers', 'firstPathPowers', 'channels', 'truths', 'deviations',
  ])
  /** @type {any} */ #functions
  /**
   * The struct of rows and its columns, in the engine's memory.
   * @type {number[]}
   */
  #rows = []
  /**
   * The last run or file that was read.
   * @type {number}
   */
  #source = 0

  /**
   * @param {Uint8Array} bytes a WebAssembly module
   * @returns {Promise<Engine>}
   */
  static async load(bytes) {
    // The C library has functions for files. None is ever called, so that 8, "bad file", is an answer.
    const none = new Proxy({}, { get: () => () => 8 })
    const imports = new Proxy({}, { get: () => none })
    const { instance } = await WebAssembly.instantiate(bytes, imports)
    return new Engine(instance.exports)
  }

  /** @param {any} functions */
  constructor(functions) {
    this.#functions = functions
  }

  /**
   * Takes the rows that every later run goes over.
   * @param {import('./rows.js').Rows} rows
   */
  setRows(rows) {
    for (const pointer of this.#rows) this.#functions.lubdub_deallocate(pointer)
    const columns = Engine.#columns.map(name => this.#give(rows[name]))
    const struct = this.#give(new Uint32Array([rows.count, ...columns]))
    this.#rows = [struct, ...columns]
  }

  /**
   * Runs the pipeline over the rows.
   * @param {object} options see lubdub.h
   * @returns {Parts}
   */
  run(options) {
    return this.#keep(this.#call('lubdub_run', [this.#rows[0]], options))
  }

  /**
   * Writes what was run last.
   * @param {object} options see lubdub.h
   * @returns {Parts}
   */
  export(options) {
    return this.#finish(this.#call('lubdub_export', [this.#source], options))
  }

  /**
   * The samples of what was run last.
   * @param {number} sampleRate
   * @returns {Float32Array}
   */
  samples(sampleRate) {
    const parts = this.#finish(this.#call('lubdub_render', [this.#source], { sampleRate }))
    return new Float32Array((parts.get('samples') ?? new Uint8Array()).slice().buffer)
  }

  /**
   * What was run last, as a WAV file.
   * @returns {Uint8Array}
   */
  wav() {
    const parts = this.#finish(this.#call('lubdub_render', [this.#source], { file: true }))
    return parts.get('wav') ?? new Uint8Array()
  }

  /**
   * @param {string} name @param {number[]} pointers @param {object} options
   * @returns {number} a result
   */
  #call(name, pointers, options) {
    const text = encodeText(JSON.stringify(options))
    const place = this.#give(text)
    const result = this.#functions[name](...pointers, place, text.length)
    this.#functions.lubdub_deallocate(place)
    return result
  }

  /**
   * Copies a result out; it can be exported until the next one.
   * @param {number} result
   */
  #keep(result) {
    const parts = this.#parts(result)
    this.#functions.lubdub_release(this.#source)
    this.#source = result
    return parts
  }

  /**
   * Copies a result out and frees it.
   * @param {number} result
   */
  #finish(result) {
    const parts = this.#parts(result)
    this.#functions.lubdub_release(result)
    return parts
  }

  /** @param {number} result @returns {Parts} @throws {EngineError} */
  #parts(result) {
    const f = this.#functions
    const parts = new Map()
    const size = f.lubdub_allocate(4)
    for (let i = 0; i < f.lubdub_part_count(result); i++) {
      const start = f.lubdub_part_bytes(result, i, size)
      const count = new DataView(f.memory.buffer).getUint32(size, true)
      parts.set(this.#text(f.lubdub_part_name(result, i)), this.#memory().slice(start, start + count))
    }
    f.lubdub_deallocate(size)
    if (f.lubdub_status(result) === 0) return parts
    f.lubdub_release(result)
    throw new EngineError(decodeText(parts.get('message') ?? new Uint8Array()))
  }

  /** @param {ArrayBufferView} view @returns {number} a copy in the engine's memory */
  #give(view) {
    const place = this.#functions.lubdub_allocate(view.byteLength)
    this.#memory().set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength), place)
    return place
  }

  /** @param {number} place @returns {string} */
  #text(place) {
    const memory = this.#memory()
    return decodeText(memory.subarray(place, memory.indexOf(0, place)))
  }

  /** The memory moves when it grows, so it is asked for each time. */
  #memory() {
    return new Uint8Array(this.#functions.memory.buffer)
  }
}
