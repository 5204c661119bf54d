// The pipeline of Lubdub as WebAssembly, by the functions of lubdub.h.
import { decodeText, encodeText, textOf } from './bytes.js'

const longestTask = 50 // the maximum time that a page may be unresponsive, in milliseconds

/** A call that the engine rejected; the message gives the reason. */
export class EngineError extends Error {
  /** @param {string} message @param {number} [status] of lubdub.h or lubdub_bench.h */
  constructor(message, status = 0) {
    super(message)
    this.status = status
  }
}

export const badTrace = 4 // the status of data that is not a trace

/** Fields of `lubdub_rows`, in order. */
const columns = /** @type {const} */ (['times', 'kinds', 'ranges', 'powers', 'firstPathPowers', 'channels', 'truths', 'deviations'])

/** Contains traces and haptic files by number, and the last result of each. */
export class Engine {
  /** @type {any} */ #functions
  /** @type {Map<number, {rows: number[], result: number}>} addresses of a struct of rows with its columns, and of the exportable result; 0 for none */
  #held = new Map()
  #next = 1

  /** @param {Uint8Array} bytes a WebAssembly module */
  static async load(bytes) {
    // The C library has functions for files. None is ever called, so that 8, "bad file", is an answer.
    const none = new Proxy({}, { get: () => () => 8 })
    const imports = new Proxy({}, { get: () => none })
    const { instance } = await WebAssembly.instantiate(bytes, imports)
    return new Engine(instance.exports)
  }

  /** @param {any} functions */
  constructor(functions) { this.#functions = functions }

  catalog() { return JSON.parse(textOf(this.#finish(this.#call('lubdub_settings', [], {})), 'catalog')) }

  /** Checks settings and adds omitted ones.
   * @param {any} settings as in a settings file @returns {any} all settings @throws {EngineError} for rejected settings */
  complete(settings) { return JSON.parse(textOf(this.#finish(this.#call('lubdub_settings', [], { settings })), 'settings')) }

  /** @param {Rows} rows @returns {number} the number for further calls */
  hold(rows) {
    const given = columns.map(name => this.#give(rows[name]))
    const struct = this.#give(new Uint32Array([rows.count, ...given]))
    return this.#keep({ rows: [struct, ...given], result: 0 })
  }

  /** @param {Uint8Array} bytes @param {string} name */
  readFile(bytes, name) {
    const text = encodeText(name)
    const result = this.#lend([bytes, text], (place, label) => this.#functions.lubdub_read(place, bytes.length, label, text.length))
    const parts = this.#parts(result)
    return { id: this.#keep({ rows: [], result }), parts }
  }

  /** @param {Options} options @returns {number} the number for `feedReading` and the other calls */
  beginReading(options) {
    const text = encodeText(JSON.stringify(options))
    return this.#lend([text, new Uint8Array(4)], (words, place) => {
      this.#finish(this.#functions.lubdub_reading_make(words, text.length, place))
      return new DataView(this.#functions.memory.buffer).getUint32(place, true)
    })
  }

  /** @param {number} reading @param {Uint8Array} bytes that follow */
  feedReading(reading, bytes) {
    this.#lend([bytes], place => this.#finish(this.#functions.lubdub_reading_feed(reading, place, bytes.length)))
  }

  /** @param {number} reading whose bytes are complete @returns {Parts} see lubdub_bench.h */
  finishReading(reading) { return this.#finish(this.#functions.lubdub_reading_finish(reading)) }
  /** @param {number} reading */
  endReading(reading) { this.#functions.lubdub_reading_release(reading) }

  /** The first rows of a table with columns of other names.
   * @param {Uint8Array} start of the file @returns {Table | null} null if it is not a table */
  preview(start) {
    const parts = this.#lend([start], place => this.#finish(this.#functions.lubdub_reading_preview(place, start.length)))
    return JSON.parse(textOf(parts, 'table') || 'null')
  }

  /** @param {number} id @param {object} options see lubdub.h @returns the result of the pipeline for the rows */
  run(id, options) {
    const held = this.#at(id)
    const result = this.#call('lubdub_run', [held.rows[0]], options)
    const parts = this.#parts(result)
    this.#functions.lubdub_release(held.result)
    held.result = result
    return parts
  }

  /** Plays a pattern at a steady tempo.
   * @param {object} options see lubdub.h */
  pattern(options) {
    const result = this.#call('lubdub_pattern', [], options)
    const parts = this.#parts(result)
    return { id: this.#keep({ rows: [], result }), parts }
  }

  /** @param {number} id @param {object} options see lubdub.h @returns the last run, or the file that was read, in a haptic format */
  export(id, options) { return this.#finish(this.#call('lubdub_export', [this.#at(id).result], options)) }

  /** @param {number} id @param {object} options see lubdub.h @returns the samples of the last run, or of the file that was read */
  samples(id, options) {
    const parts = this.#finish(this.#call('lubdub_render', [this.#at(id).result], options))
    return new Float32Array((parts.get('samples') ?? new Uint8Array()).buffer)
  }

  /** These samples as a WAV file of any length, made in pieces, between which the page responds.
   * @param {number} id @param {object} [options] see lubdub.h */
  async wav(id, options = {}) {
    const rendering = this.#call('lubdub_render', [this.#at(id).result], { ...options, pieces: true })
    this.#parts(rendering)
    /** @type {Blob[]} */ const pieces = []
    let paused = performance.now()
    for (;;) {
      const piece = this.#finish(this.#functions.lubdub_render_next(rendering)).get('wav')
      if (!piece) break
      pieces.push(new Blob([piece]))
      if (performance.now() - paused < longestTask) continue
      await new Promise(done => setTimeout(done))
      paused = performance.now()
    }
    this.#functions.lubdub_release(rendering)
    return new Blob(pieces)
  }

  /** @param {number} id */
  release(id) {
    const { rows, result } = this.#at(id)
    for (const pointer of rows) this.#functions.lubdub_deallocate(pointer)
    this.#functions.lubdub_release(result)
    this.#held.delete(id)
  }

  /** @param {{rows: number[], result: number}} one */
  #keep(one) {
    this.#held.set(this.#next, one)
    return this.#next++
  }

  /** @param {number} id */
  #at(id) {
    const held = this.#held.get(id)
    if (!held) throw new EngineError(`the engine holds nothing of the number ${id}`)
    return held
  }

  /** @param {string} name @param {number[]} pointers @param {object} options @returns {number} a result */
  #call(name, pointers, options) {
    const text = encodeText(JSON.stringify(options))
    return this.#lend([text], place => this.#functions[name](...pointers, place, text.length))
  }

  /** @param {number} result that is freed @returns a copy */
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
    const status = f.lubdub_status(result)
    if (status === 0) return parts
    f.lubdub_release(result)
    throw new EngineError(textOf(parts, 'message'), status)
  }

  /** @template Answer @param {ArrayBufferView[]} views copied to the engine during the call @param {(...places: number[]) => Answer} ask */
  #lend(views, ask) {
    const places = views.map(view => this.#give(view))
    try {
      return ask(...places)
    } finally {
      for (const place of places) this.#functions.lubdub_deallocate(place)
    }
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

  /** The memory moves when it grows, so it is read each time. */
  #memory() { return new Uint8Array(this.#functions.memory.buffer) }
}
