// Opens pages in Firefox, by its own protocol, Marionette: node firefox.mjs FIREFOX LUBDUB
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [program, lubdub] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'lubdub-firefox-'))
const file = name => join(folder, name)
const run = (...words) => execFileSync(lubdub, words, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: 'pipe' })

/** A browser, by messages of the form LENGTH:[0, id, command, parameters]. */
class Firefox {
  #rest = Buffer.alloc(0)
  #waiting = new Map()
  #next = 1

  static async start() {
    const port = 20_000 + process.pid % 20_000
    writeFileSync(file('user.js'), `user_pref("marionette.port", ${port});\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n`)
    const firefox = new Firefox()
    firefox.process = spawn(program, ['--headless', '--marionette', '-remote-allow-system-access', '--no-remote', '--profile', folder, 'about:blank'], { stdio: 'ignore' })
    for (let tries = 0; ; tries++) {
      try {
        firefox.socket = await new Promise((done, fail) => {
          const socket = connect(port, '127.0.0.1', () => done(socket)).once('error', fail)
        })
        break
      } catch (error) {
        if (tries > 300) throw error
        await new Promise(done => setTimeout(done, 200))
      }
    }
    firefox.socket.on('data', data => firefox.#take(data))
    await firefox.send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } })
    return firefox
  }

  send(command, parameters = {}) {
    const id = this.#next++
    const text = JSON.stringify([0, id, command, parameters])
    this.socket.write(`${Buffer.byteLength(text)}:${text}`)
    return new Promise((done, fail) => this.#waiting.set(id, { done, fail }))
  }

  /** The errors of a page that the console has. */
  async errors(address) {
    await this.send('Marionette:SetContext', { value: 'chrome' })
    const script = `return Services.console.getMessageArray().filter(one => one instanceof Ci.nsIScriptError
      && !(one.flags & 1) && one.sourceName.startsWith(arguments[0])).map(one => one.errorMessage)`
    const { value } = await this.send('WebDriver:ExecuteScript', { script, args: [address] })
    await this.send('Marionette:SetContext', { value: 'content' })
    return value
  }

  #take(data) {
    this.#rest = Buffer.concat([this.#rest, data])
    for (;;) {
      const colon = this.#rest.indexOf(':')
      const length = Number(this.#rest.subarray(0, colon))
      if (colon < 0 || this.#rest.length < colon + 1 + length) return
      const message = JSON.parse(this.#rest.subarray(colon + 1, colon + 1 + length))
      this.#rest = this.#rest.subarray(colon + 1 + length)
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error) waiting?.fail(new Error(`${error.error}: ${error.message}`))
      else waiting?.done(result)
    }
  }
}

const pages = {
  session: ['report', 'datasets/approach.csv', '-o'],
  sessions: ['report', 'datasets/approach.csv', 'datasets/ceremony.csv', '-o'],
  studio: ['studio', '-o'],
  accuracy: ['bench', 'accuracy', 'datasets/approach.csv', '-o'],
  compare: ['compare', 'eternal-loop', 'geiger', 'datasets/approach.csv', 'datasets/walk-by.csv', '-o'],
  preview: ['preview', file('taps.ahap'), '-o'],
}

const firefox = await Firefox.start()
try {
  // That an error would be seen.
  writeFileSync(file('broken.html'), '<script>throw new Error("seen")</script>')
  const broken = pathToFileURL(file('broken.html')).href
  await firefox.send('WebDriver:Navigate', { url: broken })
  assert.match((await firefox.errors(broken)).join(), /seen/)
  run('pattern', '--text', 'O.o. --==#', '-o', file('taps.ahap'))
  for (const [name, words] of Object.entries(pages)) {
    run(...words, file(`${name}.html`))
    const address = pathToFileURL(file(`${name}.html`)).href
    await firefox.send('WebDriver:Navigate', { url: address })
    for (let tries = 0; tries < 300 && name !== 'preview'; tries++) {
      if (await firefox.send('WebDriver:ExecuteScript', {
        script: 'return document.documentElement.dataset.ready === "true"', args: [] }).then(({ value }) => value)) break
      await new Promise(done => setTimeout(done, 200))
      assert.ok(tries < 299, `${name} became ready`)
    }
    assert.deepEqual(await firefox.errors(address), [], name)
    if (name !== 'session') continue
    const { value } = await firefox.send('WebDriver:ExecuteAsyncScript', { args: [], script: `const [done] = arguments
      const slider = document.querySelector('[data-setting="zones.edges[2]"]')
      new MutationObserver(() => done(['command', 'sentence'].map(id => document.getElementById(id).textContent)))
        .observe(document.getElementById('spent'), { childList: true })
      slider.value = 1.37
      slider.dispatchEvent(new Event('input'))` })
    assert.equal(value[0], "--set 'zones.edges=[0.05,0.2,1.37,2]'")
    const { beats } = JSON.parse(run('run', 'datasets/approach.csv', '-o', '-', '--set', 'zones.edges=[0.05,0.2,1.37,2]'))
    assert.ok(value[1].startsWith(`${beats.length} beats in `), `${value[1]} and ${beats.length}`)
    assert.deepEqual(await firefox.errors(address), [], 'a slider was moved')
  }
  console.log(`Firefox opens ${Object.keys(pages).length} pages without an error`)
} finally {
  await firefox.send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => {})
  firefox.socket?.end()
  firefox.process.kill()
  await new Promise(done => setTimeout(done, 1000))
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
