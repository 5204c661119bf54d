// The engine in a Web Worker, so that the page answers while a long trace is run. The worker's script is the
// page's own: the one that the security policy allows by its digest.
import { Engine, EngineError } from './engine.js'

/**
 * What both sides say: a function of `Engine` and its arguments, and the answer or why there is none.
 * @typedef {{id: number, name: 'load' | 'hold' | 'readFile' | 'run' | 'export' | 'samples' | 'wav' | 'release', values: any[]}} Call
 * @typedef {{id: number, answer?: any, error?: string, isRefusal?: boolean}} Answer
 */

/** Answers calls; this is what runs in the worker. */
export function serveEngine() {
  const scope = /** @type {any} */ (globalThis)
  /** @type {any} */ let engine = null
  scope.addEventListener('message', async (/** @type {MessageEvent<Call>} */ { data: { id, name, values } }) => {
    /** @type {Answer} */ let answer
    try {
      if (name === 'load') engine = await Engine.load(values[0])
      answer = { id, answer: name === 'load' ? undefined : engine[name](...values) }
    } catch (error) {
      answer = { id, error: error instanceof Error ? error.message : `${error}`, isRefusal: error instanceof EngineError }
    }
    scope.postMessage(answer, buffersOf(answer.answer))
  })
}

/**
 * The memory that moves to the other side with an answer.
 * @param {any} answer
 * @returns {ArrayBuffer[]}
 */
function buffersOf(answer) {
  if (answer instanceof Map) return [...answer.values()].map(bytes => bytes.buffer)
  if (ArrayBuffer.isView(answer)) return [/** @type {ArrayBuffer} */ (answer.buffer)]
  return answer?.parts ? buffersOf(answer.parts) : []
}

/** The functions of `Engine`, whose answers come later. */
export class RemoteEngine {
  /** @type {Map<number, {done: (answer: any) => void, failed: (error: Error) => void}>} */ #waiting = new Map()
  #next = 1
  /** @type {Worker} */ #worker

  /**
   * @param {Uint8Array} bytes a WebAssembly module
   * @returns {Promise<RemoteEngine>}
   * @throws {Error} where the browser starts no worker
   */
  static async start(bytes) {
    // Not as a module: those are refused on a page that was opened from disk.
    const script = document.getElementById('script')?.textContent ?? ''
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
    try {
      const engine = new RemoteEngine(new Worker(address))
      await engine.#call('load', [bytes])
      return engine
    } finally {
      URL.revokeObjectURL(address)
    }
  }

  /** @param {Worker} worker */
  constructor(worker) {
    this.#worker = worker
    worker.addEventListener('message', ({ data }) => this.#take(data))
    worker.addEventListener('error', event => {
      for (const { failed } of this.#waiting.values()) failed(new Error(event.message || 'the worker did not start'))
      this.#waiting.clear()
    })
  }

  /** @param {import('./rows.js').Rows} rows @returns {Promise<number>} */
  hold(rows) { return this.#call('hold', [rows]) }
  /** @param {Uint8Array} bytes @param {string} name @returns {Promise<{id: number, parts: import('./engine.js').Parts}>} */
  readFile(bytes, name) { return this.#call('readFile', [bytes, name]) }
  /** @param {number} id @param {object} options @returns {Promise<import('./engine.js').Parts>} */
  run(id, options) { return this.#call('run', [id, options]) }
  /** @param {number} id @param {object} options @returns {Promise<import('./engine.js').Parts>} */
  export(id, options) { return this.#call('export', [id, options]) }
  /** @param {number} id @param {object} options @returns {Promise<Float32Array>} */
  samples(id, options) { return this.#call('samples', [id, options]) }
  /** @param {number} id @returns {Promise<Uint8Array>} */
  wav(id) { return this.#call('wav', [id]) }
  /** @param {number} id @returns {Promise<void>} */
  release(id) { return this.#call('release', [id]) }

  /** @param {Call['name']} name @param {any[]} values @returns {Promise<any>} */
  #call(name, values) {
    const id = this.#next++
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed })
      this.#worker.postMessage({ id, name, values })
    })
  }

  /** @param {Answer} answer */
  #take({ id, answer, error, isRefusal }) {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) waiting?.done(answer)
    else waiting?.failed(isRefusal ? new EngineError(error) : new Error(error))
  }
}
