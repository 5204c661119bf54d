// Tests of steps back and forward: what a page shows is one state, whichever way led there.
import assert from 'node:assert/strict'
import { move, page, run, settled, test, within } from './harness.mjs'

const trace = 'datasets/approach.csv'
const press = (browser, id) => browser.value(`document.getElementById('${id}').click()`)
const counted = browser => browser.value('lubdub.shown.session.fixedTruth ?? lubdub.shown.session.document.against_truth')
const figures = browser => browser.value('document.getElementById("large").textContent')

/** What the tool counts with the settings and the truth of the page. */
async function expected(browser) {
  const words = await browser.value('lubdub.moved.flatMap(([key, value]) => ["--set", `${key}=${JSON.stringify(value)}`])')
  const edges = await browser.value('lubdub.draft.truth ?? lubdub.shown.trueEdges')
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

test('After any moves, fits, resets, and steps the figures are those of the tool, and back at the start those of the start', () =>
  within(page(trace), async browser => {
    let seed = 11
    const random = count => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor(seed / 65536) % count
    }
    const start = await counted(browser)
    const actions = {
      move: () => move(browser, `zones.edges[${random(4)}]`, [0.04, 0.06, 0.18, 0.3, 0.9, 1.2, 1.9, 2.4][random(8)]),
      pattern: () => move(browser, 'heartbeat.pattern', ['lub-dub', 'breath'][random(2)]),
      fit: () => browser.value('lubdub.fitZones()'),
      undo: () => press(browser, 'undo'),
      redo: () => press(browser, 'redo'),
      reset: () => press(browser, 'reset'),
    }
    const names = ['move', 'move', 'move', 'pattern', 'fit', 'undo', 'undo', 'redo', 'reset']
    const done = []
    for (let round = 0; round < 40; round++) {
      const name = names[random(names.length)]
      await actions[name]()
      done.push(name)
      await settled(browser)
      assert.deepEqual(await counted(browser), await expected(browser), `${done}`)
    }
    while (await browser.value('lubdub.draft.canUndo')) await press(browser, 'undo')
    await settled(browser)
    assert.deepEqual(await counted(browser), start)
  }))
