// Drives Chromium over its pipe, by the DevTools protocol and node's own library.
import { spawn } from 'node:child_process'

/** What takes longer hangs, in milliseconds. */
const limit = 60_000

/** One page of a headless browser. */
export class Browser {
  #next = 1
  #waiting = new Map()
  #traced = () => {}
  /** What the console and the network have reported. */
  messages = []
  requests = []

  /** @param {string} program @param {{dark?: boolean, width?: number, height?: number, isPhone?: boolean}} options */
  static async start(program, { dark = false, width = 1440, height = 1000, isPhone = false } = {}) {
    const browser = new Browser()
    browser.process = spawn(program, [
      '--remote-debugging-pipe', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--mute-audio',
      `--window-size=${width},${height}`, 'about:blank',
    ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
    let rest = ''
    browser.process.stdio[4].on('data', data => {
      const messages = (rest + data).split('\0')
      rest = messages.pop()
      for (const message of messages) browser.#take(JSON.parse(message))
    })
    const { targetInfos } = await browser.#send('Target.getTargets')
    const page = targetInfos.find(({ type }) => type === 'page')
    const { sessionId } = await browser.#send(
      'Target.attachToTarget', { targetId: page.targetId, flatten: true })
    browser.session = sessionId
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await browser.send(`${domain}.enable`)
    await browser.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }],
    })
    await browser.send('Emulation.setDeviceMetricsOverride', {
      width, height, deviceScaleFactor: 1, mobile: isPhone,
    })
    if (isPhone) await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
    return browser
  }

  /** @param {string} method @param {object} [params] */
  send(method, params = {}) {
    return this.#send(method, params, this.session)
  }

  /** Opens an address and waits until the page says that it is ready. @param {string} address */
  async open(address) {
    await this.send('Page.navigate', { url: address })
    await this.until('document.documentElement.dataset.ready === "true"')
  }

  /** The value of an expression in the page. @param {string} expression */
  async value(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression, awaitPromise: true, returnByValue: true, userGesture: true,
    })
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    }
    return result.value
  }

  /** Waits for a condition. @param {string} condition */
  async until(condition) {
    for (const end = Date.now() + limit; Date.now() < end;) {
      if (await this.value(`Boolean(${condition})`).catch(() => false)) return
      await new Promise(done => setTimeout(done, 50))
    }
    throw new Error(`the page did not come to: ${condition}; it said: ${this.messages.join('; ')}`)
  }

  /** Chooses a file in the page, as a person does. @param {string} path */
  async choose(path) {
    const { root } = await this.send('DOM.getDocument')
    const { nodeId } = await this.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#file' })
    await this.send('DOM.setFileInputFiles', { nodeId, files: [path] })
  }

  /** A picture of the window, or of the whole page. @param {boolean} [isWhole] */
  async picture(isWhole = false) {
    const { data } = await this.send('Page.captureScreenshot', {
      format: 'png', captureBeyondViewport: isWhole,
    })
    return Buffer.from(data, 'base64')
  }

  /** Ends the trace that `Tracing.start` began, and gives its events. */
  async trace() {
    const complete = new Promise(done => { this.#traced = done })
    await this.send('Tracing.end')
    const handle = await complete
    let text = ''
    for (;;) {
      const { data, base64Encoded, eof } = await this.send('IO.read', { handle, size: 1 << 24 })
      text += base64Encoded ? Buffer.from(data, 'base64') : data
      if (eof) return JSON.parse(text).traceEvents
    }
  }

  /** Ends the browser. */
  async close() {
    const ended = new Promise(done => this.process.once('exit', done))
    this.#send('Browser.close').catch(() => {})
    await ended
  }

  #send(method, params = {}, sessionId = undefined) {
    const id = this.#next++
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return new Promise((done, failed) => {
      const timer = setTimeout(() => failed(new Error(`${method}: no answer`)), limit)
      this.#waiting.set(id, { done, failed, method, timer })
    })
  }

  #take({ id, result, error, method, params }) {
    if (id !== undefined) {
      const { done, failed, method, timer } = this.#waiting.get(id)
      this.#waiting.delete(id)
      clearTimeout(timer)
      return error ? failed(new Error(`${method}: ${error.message}`)) : done(result)
    }
    if (method === 'Tracing.tracingComplete') this.#traced(params.stream)
    if (method === 'Log.entryAdded') this.messages.push(params.entry.text)
    if (method === 'Runtime.exceptionThrown') {
      const { exception, text } = params.exceptionDetails
      this.messages.push(exception?.description ?? text)
    }
    if (method === 'Runtime.consoleAPICalled' && ['error', 'warning'].includes(params.type)) {
      this.messages.push(params.args.map(one => one.value ?? one.description).join(' '))
    }
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url)
  }
}
