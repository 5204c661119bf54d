// Tests of steps back and forward: what a page shows is one state, whichever way led there.
import assert from 'node:assert/strict'
import { pathToFileURL } from 'node:url'
import { Browser } from './browser.mjs'
import { move, page, run, settled, test, within } from './harness.mjs'

const trace = 'datasets/approach.csv'
const press = (browser, id) => browser.value(`document.getElementById('${id}').click()`)
const counted = browser => browser.value('lubdub.shown.session.fixedTruth ?? lubdub.shown.session.document.against_truth')
const figures = browser => browser.value('document.getElementById("large").textContent')

/** What the tool counts with the settings and the truth of the page. */
async function expected(browser) {
  const words = await browser.value('lubdub.moved.flatMap(([key, value]) => ["--set", `${key}=${JSON.stringify(value)}`])')
  const edges = await browser.value('lubdub.draft.step.truth ?? lubdub.shown.trueEdges')
  return JSON.parse(run('run', trace, '-o', '-', ...words, '--truth-edges', edges.join())).against_truth
}

test('A step back from fitted zones brings the true zones and the figures of before, and so does a reset', () =>
  within(page(trace), async browser => {
    const [before, large] = [await counted(browser), await figures(browser)]
    for (const way of ['undo', 'reset']) {
      await browser.value('lubdub.fitZones()')
      await settled(browser)
      const fitted = await counted(browser)
      assert.notDeepEqual(fitted, before)
      assert.deepEqual(fitted, await expected(browser))
      await press(browser, way)
      await settled(browser)
      assert.deepEqual(await counted(browser), before, way)
      assert.equal((await figures(browser)).replace(/[▲▼=].*/, ''), large.replace(/[▲▼=].*/, ''), way)
    }
    await press(browser, 'undo')
    await settled(browser)
    assert.deepEqual(await counted(browser), await expected(browser), 'a reset is a step, too')
  }))

test('A move whose first event changes nothing can be taken back', () =>
  within(page(trace), async browser => {
    const edges = () => browser.value('lubdub.draft.held.zones.edges')
    const before = await edges()
    await move(browser, 'zones.edges[2]', before[2])
    assert.ok(await browser.value('document.getElementById("undo").disabled'))
    await move(browser, 'zones.edges[2]', 1.3)
    await press(browser, 'undo')
    await settled(browser)
    assert.deepEqual(await edges(), before)
    // A move right after a step back is a step of its own.
    await move(browser, 'zones.edges[2]', 1.4)
    await press(browser, 'undo')
    assert.deepEqual(await edges(), before)
  }))

/** Numbers from 0 to 1, the same each time (mulberry32). */
function randomOf(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ state >>> 15, 1 | state)
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296
  }
}

/** All that is said of the run that is shown, and its file. */
const said = `(async () => {
  while (!lubdub.isSettled) await new Promise(done => setTimeout(done, 5))
  await lubdub.rerun()
  await lubdub.areVariantsShown
  const source = await lubdub.source
  return [...['sentence', 'findings', 'large', 'figures', 'true-edges', 'fitted', 'command', 'variant-figures', 'changes', 'zones', 'notes'].map(id => document.getElementById(id).textContent),
    new TextDecoder().decode((await source.export({ format: 'json' })).get('file'))]
})()`

/** The actions, as the page does them: what a random number chooses, and how. */
const doing = `globalThis.act = async (name, random) => {
  const { draft } = lubdub
  const click = id => document.getElementById(id).click()
  const pick = list => list[Math.floor(random * list.length) % list.length]
  const [shown, at] = [lubdub.shown, Math.floor(random * 1e4) / 1e4]
  const end = shown.times.at(-1)
  await {
    edge: () => {
      const slider = pick([...document.querySelectorAll('[data-setting^="zones.edges"]')])
      slider.value = String(Number(slider.value) * (0.7 + 0.6 * (random * 97 % 1)))
      slider.dispatchEvent(new Event('input'))
    },
    setting: () => {
      const select = document.querySelector('[data-setting="heartbeat.pattern"]')
      select.value = pick(['lub-dub', 'breath', 'knock', 'sharp-tap'].filter(one => [...select.options].some(({ value }) => value === one)))
      select.dispatchEvent(new Event('change'))
    },
    zones: () => pick([...document.querySelectorAll('[data-again^="split-"], [data-again^="remove-"]')]).click(),
    fit: () => lubdub.fitZones(),
    label: () => lubdub.label({ from: at * end, to: at * end + 5, truth: random * 31 % 1 < 0.3 ? null : Math.round(400 * (random * 17 % 1)) / 100 }),
    teach: () => lubdub.label({ time: shown.rows.times[0] + at * end, taught: 0.5 + Math.round(30 * (random * 17 % 1)) / 10 }),
    note: () => lubdub.label({ time: Math.round(at * end), note: random * 31 % 1 < 0.2 ? '' : "seen " + random }),
    variant: () => pick([...document.querySelectorAll('#variants button')]).click(),
    drop: () => lubdub.openFile(new File([pick(['{"preset": "geiger"}', '{"zones": {"edges": [0.1, 0.4, 1.5, 2.5]}}', '{"uwb": {"bias": 0.05}}'])], 'some.json')),
    preset: () => draft.propose({ preset: pick(['eternal-loop', 'geiger', 'phone-tag']) }),
    keep: () => click('keep'), undo: () => click('undo'), redo: () => click('redo'), reset: () => click('reset'),
  }[name]()
  while (!lubdub.isSettled) await new Promise(done => setTimeout(done, 2))
}`

const kinds = ['edge', 'edge', 'setting', 'zones', 'fit', 'label', 'teach', 'note', 'variant', 'drop', 'preset', 'keep', 'undo', 'undo', 'redo', 'reset', 'reload']
/** The seeds of the sequences; LUBDUB_SEEDS=17 runs one again. */
const [first, last = first] = (process.env.LUBDUB_SEEDS ?? (process.env.LUBDUB_THOROUGH === '1' ? '1:1000' : '1:60')).split(':').map(Number)
const stepsOfSequence = 12

test('After any actions the figures are those of a fresh page with the same document, and back at the start those of the start', async () => {
  const html = page(trace)
  const address = pathToFileURL(html).href
  const fresh = await Browser.start(process.argv[2])
  const opened = async (browser, link) => {
    await browser.send('Page.navigate', { url: 'about:blank' })
    await browser.open(link)
    await browser.value(doing)
  }
  try {
    const count = Object.fromEntries(kinds.map(kind => [kind, 0]))
    await opened(fresh, address)
    const start = await fresh.value(said)
    const browser = await Browser.start(process.argv[2])
    try {
      for (let seed = first; seed <= last; seed++) {
        const random = randomOf(seed)
        await opened(browser, address)
        const done = []
        for (let round = 0; round < stepsOfSequence; round++) {
          const kind = kinds[Math.floor(random() * kinds.length)]
          const number = random()
          done.push(`${kind} ${number.toFixed(4)}`)
          count[kind] += 1
          if (kind === 'reload') await opened(browser, await browser.value('lubdub.link'))
          else await browser.value(`act('${kind}', ${number})`).catch(error => { throw new Error(`seed ${seed}: ${done.join(', ')}: ${error.message}`) })
        }
        const because = `seed ${seed}: ${done.join(', ')}`
        const [here, link] = [await browser.value(said), await browser.value('lubdub.link')]
        await opened(fresh, link)
        assert.deepEqual(await fresh.value(said), here, because)
        await browser.value('(() => { while (lubdub.draft.canUndo) lubdub.draft.undo() })()')
        assert.deepEqual(await browser.value(said), start, because)
      }
      assert.deepEqual(browser.messages, [], 'the console is silent')
    } finally {
      await browser.close()
    }
    console.log(`  seeds ${first} to ${last}: ${JSON.stringify(count)}`)
    const least = (last - first) / 2
    for (const [kind, found] of Object.entries(count)) assert.ok(found >= least, `${kind}: ${found}`)
  } finally {
    await fresh.close()
  }
})
