// Tests of what a page says to people: explanations, ways out of dead ends, words, overlays, stretches, long traces.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { drop, exported, file, move, page, run, settled, test, within } from './harness.mjs'

const text = (browser, id) => browser.value(`document.getElementById('${id}').textContent`)
const press = (browser, what) => browser.value(`[...document.querySelectorAll('button')].find(one => one.checkVisibility() && one.textContent.trim() === ${JSON.stringify(what)}).click()`)

/** Presses the left button of a mouse at a moment of the chart, and lets it go at another. */
async function drag(browser, from, to) {
  const [a, b, y] = await browser.value(`(() => {
    const { left, top } = document.getElementById('chart').getBoundingClientRect()
    return [left + lubdub.chart.scale.x(${from}), left + lubdub.chart.scale.x(${to}), top + 100]
  })()`)
  const mouse = (type, x) => browser.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 })
  await mouse('mousePressed', a)
  if (from !== to) for (const share of [0.3, 0.7, 1]) await mouse('mouseMoved', a + share * (b - a))
  await mouse('mouseReleased', b)
}

test('A change that is chosen is explained: what, why, when the truth did, and settings that would have changed it', () =>
  within(page('datasets/approach.csv'), async browser => {
    await press(browser, '52.6 s')
    const chosen = await text(browser, 'chosen')
    assert.match(chosen, /52\.6 s: touch → contact/)
    assert.match(chosen, /predicted 0 m, below the limit of 0\.08 m for 1\.1 s/)
    assert.match(chosen, /The true distance crossed 0\.05 m at 51\.9 s: the zone came 0\.69 s later/)
    await browser.until(`[...document.querySelectorAll('.tries li')].every(one => /sooner|later|no difference|does not come|refused/.test(one.textContent))`)
    const tries = await browser.value(`[...document.querySelectorAll('.tries li')].map(one => one.textContent)`)
    assert.ok(tries.length >= 3)
    const place = tries.findIndex(one => /One false change in 30 s instead of 300 s 0\.3 s sooner/.test(one))
    assert.ok(place >= 0, tries.join('; '))
    // What it says is what happens.
    await browser.value(`document.querySelectorAll('.tries button')[${place}].click()`)
    await settled(browser)
    const changes = JSON.parse(run('run', 'datasets/approach.csv', '-o', '-', '--set', 'zones.range.falseChangeInterval=30')).zone_changes
    assert.equal(await browser.value('JSON.stringify(lubdub.moved)'), '[["zones.range.falseChangeInterval",[30]]]')
    assert.ok(Math.abs(changes.find(({ to }) => to === 0).t_s - 52.29) < 0.02)
    assert.match(await text(browser, 'chosen'), /52\.3 s: touch → contact/)
  }))

test('What stands at the cursor covers no part of the chart', () =>
  within(page('datasets/approach.csv'), async browser => {
    const before = await browser.value('document.getElementById("details").offsetTop')
    await browser.value('lubdub.chart.setCursor(52)')
    const [chart, readout] = await browser.value(`['chart', 'readout'].map(id => document.getElementById(id).getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])`)
    assert.ok(readout[0] >= chart[1], `${chart} ${readout}`)
    assert.equal(await browser.value('document.getElementById("details").offsetTop'), before, 'nothing moves when it comes')
  }))

test('A click chooses a moment, and Play begins there', () =>
  within(page('datasets/approach.csv'), async browser => {
    await drag(browser, 40, 40)
    assert.match(await text(browser, 'chosen'), /40 s/)
    await press(browser, 'Play')
    await browser.until('document.getElementById("play").textContent === "Pause"')
    const time = await browser.value('lubdub.chart.cursor')
    assert.ok(time >= 39.9 && time < 45, `${time}`)
    await press(browser, 'Pause')
  }))

test('A stretch that is dragged over has its own figures, and a truth that is marked there is saved with the trace', async () => {
  const lines = readFileSync('datasets/approach.csv', 'utf8').trim().split('\n').map(line => line.split(',').toSpliced(4, 1).join(','))
  writeFileSync(file('blind.csv'), `${lines.join('\n')}\n`)
  await within(page(file('blind.csv')), async browser => {
    await drag(browser, 20, 30)
    const chosen = await text(browser, 'chosen')
    assert.match(chosen, /A stretch of (10|9\.9\d|10\.0\d) s/)
    const { from, to } = await browser.value('lubdub.chart.stretch')
    const beats = JSON.parse(run('run', file('blind.csv'), '-o', '-')).beats.filter(({ t_s }) => t_s >= from && t_s < to).length
    assert.match(chosen, new RegExp(`Beats${beats}Zone changes0`))
    assert.doesNotMatch(chosen, /wrong zone/)
    const saved = await browser.value(`(async () => {
      document.querySelector('#chosen input').value = '2.5'
      const press = word => [...document.querySelectorAll('#chosen button')].find(one => one.textContent === word).click()
      press('Mark as truth')
      while (!document.getElementById('large').textContent.includes('wrong zone')) await new Promise(done => setTimeout(done, 20))
      const make = URL.createObjectURL
      const click = HTMLAnchorElement.prototype.click
      HTMLAnchorElement.prototype.click = () => {}
      let last = null
      URL.createObjectURL = blob => { last = blob; return make.call(URL, blob) }
      press('Save the whole trace')
      HTMLAnchorElement.prototype.click = click
      URL.createObjectURL = make
      return last.text()
    })()`)
    assert.match(await text(browser, 'chosen'), /wrong zone0%/)
    writeFileSync(file('marked.csv'), saved)
    assert.equal(await exported(browser, 'json').then(one => JSON.stringify(JSON.parse(one).against_truth)), JSON.stringify(JSON.parse(run('run', file('marked.csv'), '-o', '-')).against_truth))
    await press(browser, 'Zoom to it')
    const seen = await browser.value('[lubdub.chart.scale.from, lubdub.chart.scale.to]')
    assert.ok(Math.abs(seen[0] - from) < 1e-6 && Math.abs(seen[1] - to) < 1e-6)
  })
})

test('A page counts against the truth what the tool counts, on either clock of the truth', async () => {
  for (const shift of [[], ['--truth-shift', '0.2']]) {
    for (const name of ['approach', 'retreat', 'walk-by', 'ceremony']) {
      const trace = `datasets/${name}.csv`
      run('report', trace, '-o', file('truth.html'), ...shift)
      await within(file('truth.html'), async browser => {
        const counted = (...words) => JSON.parse(run('run', trace, '-o', '-', ...shift, ...words)).against_truth
        const shown = async () => JSON.parse(await exported(browser, 'json')).against_truth
        assert.deepEqual(await shown(), counted(), name)
        await move(browser, 'heartbeat.pattern', 'breath')
        assert.deepEqual(await shown(), counted('--set', 'heartbeat.pattern=breath'), name)
      })
    }
  }
})

test('A recording that no zone fits says so, and one button gives zones that are felt', async () => {
  const rows = Array.from({ length: 600 }, (_, i) => `${(i / 10).toFixed(1)},uwb,${(6 + 2 * Math.sin(i / 60)).toFixed(3)}`)
  writeFileSync(file('distant.csv'), `t_s,source,range_m\n${rows.join('\n')}\n`)
  await within(page(file('distant.csv'), 'datasets/walk-by.csv'), async browser => {
    assert.match(await text(browser, 'dead-end'), /Nothing is felt: the distances are between 4(\.\d+)? m and (7\.\d+|8) m, and the zone is “away” all the time\./)
    await browser.value('document.getElementById("dead-end-fit").click()')
    await settled(browser)
    assert.ok(await browser.value('document.getElementById("dead-end").hidden'))
    const words = await browser.value('lubdub.moved.flatMap(([key, value]) => ["--set", `${key}=${JSON.stringify(value)}`])')
    const { beats, zone_changes: changes } = JSON.parse(run('run', file('distant.csv'), '-o', '-', ...words))
    assert.ok(beats.length > 20 && new Set(changes.map(({ to }) => to)).size === 5)
    assert.match(await text(browser, 'sentence'), new RegExp(`^${beats.length} beats`))
    await browser.value('document.getElementById("undo").click()')
    await browser.until('!document.getElementById("dead-end").hidden')
  })
})

test('Where the contact edge moves outward, contact comes earlier and nothing is said to be worse for it', () =>
  within(page('datasets/approach.csv'), async browser => {
    const truth = () => browser.value('JSON.stringify(lubdub.view.session.trueChanges.map(({ time, edge }) => [time, edge]))')
    const before = await truth()
    await move(browser, 'zones.edges[0]', 0.1)
    const large = await text(browser, 'large')
    assert.match(large, /at 52\.\d s ▼ 0\.\d+ s earlier/)
    assert.doesNotMatch(large, /worse/)
    assert.equal(await truth(), before, 'the true changes are those of before')
    assert.doesNotMatch(await text(browser, 'changes'), /−\d+(\.\d+)? s/)
    assert.match(await text(browser, 'true-edges'), /True zones are those of 0\.05, 0\.2, 1, 2 m/)
  }))

test('No key of a setting and no name of a column is seen until somebody asks', () =>
  within(page('datasets/ceremony.csv', 'datasets/walk-by.csv'), async browser => {
    const keys = () => browser.value(`[...document.body.innerText.matchAll(/\\b[a-z]+\\.[a-z]+[A-Za-z]*(\\[\\d\\])?|\\b[a-z]+_[a-z_]+\\b/g)].map(one => one[0]).filter(one => !/\\.csv$/.test(one))`)
    await browser.value('for (const one of document.querySelectorAll("details")) one.open = true')
    assert.deepEqual(await keys(), [])
    await browser.value('document.getElementById("keys").click()')
    assert.ok((await keys()).includes('zones.edges[0]'))
  }))

test('A number that a field cannot hold is refused in words', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value(`(() => {
      const field = document.querySelector('#controls input[type=number]')
      field.value = '-1'
      field.dispatchEvent(new Event('change'))
    })()`)
    assert.equal(await text(browser, 'message'), '“Ends at” of contact is -1 m. It can be from 0.001 to 1000 m.')
  }))

test('A word opens its meaning, and the sentence says what the figures below it do not', () =>
  within(page('datasets/approach.csv'), async browser => {
    const [sentence, figures] = [await text(browser, 'sentence'), await browser.value('[...document.querySelectorAll("#large dd")].map(one => one.textContent)')]
    for (const figure of figures) assert.ok(!sentence.includes(figure.replace('at ', '')), `${figure} in ${sentence}`)
    for (const [word, meaning] of [['Time in the wrong zone', /share of the time in which the decided zone differs/], ['truth', /measured by other means/]]) {
      await press(browser, word)
      assert.match(await text(browser, 'meaning'), meaning)
    }
    await browser.value('document.body.click()')
    assert.ok(await browser.value('document.getElementById("meaning").hidden'))
  }))

test('Variants and sessions are drawn in one chart', () =>
  within(page('datasets/approach.csv', 'datasets/walk-by.csv', 'datasets/retreat.csv'), async browser => {
    const choose = value => browser.value(`(() => {
      const overlay = document.getElementById('overlay')
      overlay.value = '${value}'
      overlay.dispatchEvent(new Event('change'))
    })()`)
    const legend = () => browser.value('[...document.querySelectorAll("#overlaid li")].map(one => one.textContent)')
    await choose('sessions')
    assert.deepEqual(await legend(), ['walk-by.csv', 'retreat.csv'])
    const colors = await browser.value(`(async () => {
      const seen = new Set()
      const { stroke } = CanvasRenderingContext2D.prototype
      CanvasRenderingContext2D.prototype.stroke = function (...how) { seen.add(this.strokeStyle); return stroke.apply(this, how) }
      lubdub.chart.redraw()
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      CanvasRenderingContext2D.prototype.stroke = stroke
      const style = getComputedStyle(document.documentElement)
      return ['--over0', '--over1'].map(name => seen.has(style.getPropertyValue(name).trim()))
    })()`)
    assert.deepEqual(colors, [true, true])
    await browser.value('document.querySelectorAll("#variants button")[1].click()')
    await move(browser, 'zones.edges[2]', 1.37)
    await choose('variants')
    assert.deepEqual(await legend(), ['variant A'])
    await choose('none')
    assert.deepEqual(await legend(), [])
  }))

test('A name that turns the direction of writing does not read backwards', async () => {
  const name = 'cod\u202evsc.exe.csv'
  writeFileSync(file(name), readFileSync('datasets/approach.csv'))
  await within(page(file(name), 'datasets/walk-by.csv'), async browser => {
    assert.equal(await browser.value('lubdub.shown.name'), 'cod\ufffdvsc.exe.csv')
    assert.doesNotMatch(await browser.value('document.body.innerText + document.title'), /\u202e/)
  })
  run('pattern', '--text', 'O.o', '-o', file('turned\u202e.ahap'))
  run('preview', file('turned\u202e.ahap'), '-o', file('turned.html'))
  await within(file('turned.html'), async browser => assert.doesNotMatch(await browser.value('document.body.innerText + document.title'), /\u202e/))
})

test('Names of cues and events in a ceremony do not touch each other', () =>
  within(page('datasets/ceremony.csv'), async browser => {
    const boxes = await browser.value(`(async () => {
      const names = new Set([...lubdub.view.session.document.cues.map(({ name }) => name), ...JSON.parse(document.getElementById("constants").textContent).events].map(name => name.replace(/[A-Z]/g, letter => " " + letter.toLowerCase())))
      const boxes = []
      const { fillText } = CanvasRenderingContext2D.prototype
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        const { width } = this.measureText(text)
        if (names.has(text)) boxes.push([text, this.textAlign === 'right' ? x - width : x, y, width])
        return fillText.call(this, text, x, y)
      }
      for (const [from, to] of [[0, 45], [25, 45], [30, 36]]) {
        boxes.push(null)
        lubdub.chart.scale.show(from, to)
        lubdub.chart.redraw()
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      }
      CanvasRenderingContext2D.prototype.fillText = fillText
      return boxes
    })()`)
    let drawn = []
    assert.ok(boxes.length > 6)
    for (const box of boxes) {
      if (box === null) { drawn = []; continue }
      const [name, x, y, width] = box
      for (const [other, left, top, wide] of drawn) {
        assert.ok(Math.abs(y - top) > 12 || x >= left + wide || x + width <= left, `${name} and ${other}`)
      }
      drawn.push(box)
    }
  }))

test('The table of all sessions is seen whole at 1440 pixels, its last row included', () =>
  within(page('datasets/approach.csv', 'datasets/ceremony.csv', 'datasets/walk-by.csv'), async browser => {
    await move(browser, 'zones.edges[2]', 1.4)
    await browser.until('lubdub.entries.every(entry => entry.ran === lubdub.entries[0].ran)')
    const [inner, outer, height, whole] = await browser.value(`(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.querySelector('#sessions .scroll')
      return [scrollWidth, clientWidth, clientHeight, scrollHeight]
    })()`)
    assert.ok(inner <= outer && whole <= height, `${inner} of ${outer}, ${whole} of ${height}`)
  }, { width: 1440, height: 900 }))

test('A page of a comparison has heads for people, and speaks of a line only beside a chart', () => {
  run('compare', 'eternal-loop', 'geiger', 'datasets/approach.csv', 'datasets/walk-by.csv', '-o', file('two.html'))
  return within(file('two.html'), async browser => {
    const seen = await browser.value('document.body.innerText')
    assert.doesNotMatch(seen, /\b[a-z]+_[a-z_]+\b/)
    assert.ok(await browser.value('document.querySelectorAll("section svg").length > 0') || !/below the line/.test(seen))
    const widths = await browser.value(`[...document.querySelectorAll('.scroll')].map(one => one.querySelector('table').offsetWidth / one.clientWidth)`)
    for (const width of widths) assert.ok(width > 0.9, `a table takes ${width} of its place`)
  })
})

test('The command that is copied writes a page with the same settings', () =>
  within(page('datasets/approach.csv'), async browser => {
    await move(browser, 'zones.edges[2]', 1.37)
    await browser.value(`navigator.clipboard.writeText = text => { globalThis.copied = text; return Promise.resolve() }`)
    await press(browser, 'Copy command')
    await browser.until('globalThis.copied')
    assert.equal(await browser.value('copied'), "lubdub report approach.csv --truth-edges 0.05,0.2,1,2 --set 'zones.edges=[0.05,0.2,1.37,2]' -o page.html")
    run('report', 'datasets/approach.csv', '--set', 'zones.edges=[0.05,0.2,1.37,2]', '-o', file('again.html'))
    const held = await browser.value('JSON.stringify(lubdub.draft.held)')
    await within(file('again.html'), async other => assert.equal(await other.value('JSON.stringify(lubdub.draft.held)'), held))
  }))

test('Of a short trace a moved slider is drawn in the next frame', () =>
  within(page('datasets/approach.csv'), async browser => {
    const frames = await browser.value(`(async () => {
      const { chart } = lubdub
      const counts = []
      for (const edge of [1.31, 1.42, 1.53]) {
        let frames = 0
        await new Promise(requestAnimationFrame)
        const slider = document.querySelector('[data-setting="zones.edges[2]"]')
        slider.value = edge
        slider.dispatchEvent(new Event('input'))
        while (lubdub.view.edges[2] !== edge) {
          frames += 1
          await new Promise(requestAnimationFrame)
        }
        counts.push(frames)
      }
      return counts
    })()`)
    assert.deepEqual(frames, [1, 1, 1])
  }))

test('Of a long trace a moved slider runs what is seen first, in a piece, which is what the whole run gives', () => {
  run('simulate', 'hover-at-edge', '--seed', '3', '--duration', '7200', '--rate', '10', '-o', file('piece.csv'))
  return within(page(file('piece.csv')), async browser => {
    const seen = await browser.value(`(async () => {
      const { engines, chart } = lubdub
      chart.scale.show(3000, 3400)
      const counts = []
      const hold = engines.here.hold
      engines.here.hold = rows => { counts.push(rows.count); return hold.call(engines.here, rows) }
      let first = null
      const show = chart.show
      chart.show = view => {
        if (!first && view.edges[2] === 1.31) first = { view, whole: lubdub.shown.ran.includes('1.31') }
        return show.call(chart, view)
      }
      const slider = document.querySelector('[data-setting="zones.edges[2]"]')
      slider.value = '1.31'
      slider.dispatchEvent(new Event('input'))
      while (!lubdub.shown.ran.includes('1.31')) await new Promise(done => setTimeout(done, 20))
      const [from, to] = [3000, 3400].map(time => lubdub.view.rowAt(time))
      let differs = 0
      for (let i = from; i < to; i++) differs = Math.max(differs, Math.abs(first.view.session.distance[i] - lubdub.view.session.distance[i]))
      const within = one => one.document.zone_changes.filter(({ t_s }) => t_s > 3000 && t_s < 3400).map(({ t_s, to }) => [t_s.toFixed(3), to])
      return { counts, whole: first.whole, differs, changes: [within(first.view.session), within(lubdub.view.session)] }
    })()`)
    assert.equal(seen.whole, false, 'it is drawn before the whole run ends')
    assert.ok(seen.counts[0] < 20_000, `${seen.counts}`)
    assert.ok(seen.differs < 0.001, `${seen.differs} m`)
    assert.deepEqual(seen.changes[0], seen.changes[1])
  })
})
