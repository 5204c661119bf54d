// The engine in a Web Worker, so that the page stays responsive while a long trace runs. The worker's script is the
// page's own script, which the security policy allows by its digest.
import { Engine, EngineError } from './engine.js'
import { readDropped } from './reading.js'

/** Answers calls; this function runs in the worker. */
export function serveEngine() {
  const scope = /** @type {any} */ (globalThis)
  /** @type {any} */ let engine = null
  scope.addEventListener('message', async (/** @type {MessageEvent<Call>} */ { data: { id, name, values } }) => {
    /** @type {Answer} */ let answer
    try {
      if (name === 'load') engine = await Engine.load(values[0])
      // The rows of a trace move to the page; the engine keeps a copy, so that they need not come back.
      const open = () => readDropped(values[0], values[1], engine, share => scope.postMessage({ id, share }))
      answer = { id, answer: name === 'load' ? undefined : name === 'open' ? await open() : await engine[name](...values) }
    } catch (error) {
      answer = { id, error: error instanceof Error ? error.message : `${error}`, isRefusal: error instanceof EngineError }
    }
    scope.postMessage(answer, buffersOf(answer.answer))
  })
}

/** @param {any} answer @returns {ArrayBuffer[]} the memory that moves to the other side with an answer */
function buffersOf(answer) {
  if (answer instanceof Map) return [...answer.values()].map(bytes => bytes.buffer)
  if (ArrayBuffer.isView(answer)) return [/** @type {ArrayBuffer} */ (answer.buffer)]
  if (answer?.rows) return Object.values(answer.rows).flatMap(buffersOf)
  return answer?.parts ? buffersOf(answer.parts) : []
}

/** An engine whose answers come later. */
export class RemoteEngine {
  /** @type {Map<number, {done: (answer: any) => void, failed: (error: Error) => void, onShare?: (share: number) => void}>} */ #waiting = new Map()
  #next = 1
  /** @type {Worker} */ #worker

  /** @param {Uint8Array} bytes a WebAssembly module @throws {Error} if the browser can't start a worker */
  static async start(bytes) {
    // Not as a module: browsers reject modules on a page opened from disk.
    const script = document.getElementById('script')?.textContent ?? ''
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
    try {
      const engine = new RemoteEngine(new Worker(address))
      await engine.call('load', [bytes])
      return engine
    } finally {
      URL.revokeObjectURL(address)
    }
  }

  /** @param {Worker} worker */
  constructor(worker) {
    this.#worker = worker
    worker.addEventListener('message', ({ data }) => this.#take(data))
    worker.addEventListener('error', event => this.#fail(event.message || 'the worker did not start'))
  }

  /** @param {string} reason */
  #fail(reason) {
    for (const { failed } of this.#waiting.values()) failed(new Error(reason))
    this.#waiting.clear()
  }

  /** Ends the worker; calls that wait fail.
   * @param {string} reason */
  end(reason) {
    this.#worker.terminate()
    this.#fail(reason)
  }

  /** @param {Call['name']} name @param {any[]} values @param {(share: number) => void} [onShare] called with the share done @returns {Promise<any>} */
  call(name, values, onShare) {
    const id = this.#next++
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed, onShare })
      this.#worker.postMessage({ id, name, values })
    })
  }

  /** @param {Answer} answer */
  #take({ id, answer, share, error, isRefusal }) {
    const waiting = this.#waiting.get(id)
    if (share !== undefined) return waiting?.onShare?.(share)
    this.#waiting.delete(id)
    if (error === undefined) waiting?.done(answer)
    else waiting?.failed(isRefusal ? new EngineError(error) : new Error(error))
  }
}
