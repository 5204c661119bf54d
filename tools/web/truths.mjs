// Tests of what pages say of doubtful figures, of whole numbers of digits, and of what keys reach.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Browser } from './browser.mjs'
import { dataOf, exported, file, move, page, run, settled, test, within } from './harness.mjs'
import { opened, pages } from './pages.mjs'

const text = (browser, id) => browser.value(`document.getElementById('${id}').textContent`)

test('Zones that are fitted say which figures they make worse, against the true zones of before', () =>
  within(page('datasets/approach.csv'), async browser => {
    const [, before] = (await text(browser, 'large')).match(/wrong zone([\d.]+)%/)
    await browser.value('lubdub.fitZones()')
    await settled(browser)
    const large = await text(browser, 'large')
    assert.match(large, new RegExp(`wrong zone[\\d.]+% ▲ worse, was ${before}%`))
    assert.match(await text(browser, 'true-edges'), /^Figures are compared with the run before; its true zones ended at 0\.05, 0\.2, 1, 2 m\./)
    // Edges that fit already stay, with their comparison.
    await browser.value('lubdub.fitZones()')
    await settled(browser)
    assert.equal(await text(browser, 'large'), large)
    const link = await browser.value('lubdub.link')
    await browser.value('lubdub.draft.undo()')
    await settled(browser)
    assert.doesNotMatch(await text(browser, 'large'), /worse/)
    const other = await Browser.start(process.argv[2])
    try {
      await other.open(link)
      await settled(other)
      assert.equal(await text(other, 'large'), large, 'the address has both')
    } finally {
      await other.close()
    }
  }))

test('A page of signal strength alone says first what run says: untaught, the time without a zone, false changes, and the share of truth', () => {
  // A walk by Bluetooth, of which a third has a truth, with a silence.
  const rows = Array.from({ length: 1200 }, (_, i) => [i / 4, 1.2 + Math.sin(i / 50), i]).filter(([time]) => time < 100 || time > 190)
    .map(([time, distance, i]) => `${time.toFixed(2)},ble,${(-60 - 20 * Math.log10(distance) + 9 * Math.sin(7 * i) + 6 * Math.sin(i / 9)).toFixed(0)},${time < 90 ? distance.toFixed(2) : ''}`)
  writeFileSync(file('doubtful.csv'), `t_s,source,rssi_dbm,truth_m\n${rows.join('\n')}\n`)
  return within(page(file('doubtful.csv')), async browser => {
    const printed = run('run', file('doubtful.csv'))
    const { against_truth: { zones, unknown_s: unknown }, input } = JSON.parse(run('run', file('doubtful.csv'), '-o', '-'))
    assert.ok(zones.false_changes > 0 && unknown > 0.5 * input.duration_s, JSON.stringify(zones))
    const [findings, sentence, large] = await Promise.all(['findings', 'sentence', 'large'].map(id => text(browser, id)))
    assert.match(findings, /neither calibrated nor taught, and mostly wrong \[untaught\]/)
    const [, seconds] = printed.match(/no zone ([\d.]+) s/)
    assert.match(sentence, new RegExp(`no zone ${Math.round(seconds)}(\\.\\d)? s|no zone ${seconds} s`))
    assert.match(large, new RegExp(`False changes${zones.false_changes}`))
    assert.match(large, new RegExp(`${Math.round(1000 * (1 - unknown / input.duration_s)) / 10}% of the session`))
  })
})

test('Pages of benchmarks, comparisons, and searches begin with the findings of the tool, and say how much of the time has a truth', async () => {
  const rows = Array.from({ length: 1200 }, (_, i) => `${(i / 10).toFixed(1)},${i % 300 === 7 ? -3 : (2 + 1.9 * Math.sin(i / 60)).toFixed(2)},${i < 900 ? (2 + 1.9 * Math.sin(i / 60)).toFixed(2) : ''}`)
  writeFileSync(file('partly.csv'), `t_s,range_m,truth_m\n${rows.join('\n')}\n`)
  const traces = [file('partly.csv'), 'datasets/walk-by.csv']
  for (const words of [['bench', 'accuracy', '--estimator', 'fusion'], ['bench', 'zones', '--estimator', 'fusion'], ['bench', 'close'],
    ['compare', 'eternal-loop', 'geiger'], ['tune', '--budget', '8']]) {
    const html = file(`${words.slice(0, 2).join('-')}.html`)
    const said = run.refused(...words, ...traces, '-o', html)
    await within(html, async browser => {
      const [notes, top, tops] = await browser.value(`[[...document.querySelectorAll('#notes p')].map(one => one.textContent),
        document.getElementById('notes').getBoundingClientRect().top, [...document.querySelectorAll('#parts section')].map(one => one.getBoundingClientRect().top)]`)
      const found = said.split('\n').flatMap(line => line.match(/^lubdub: (.*partly\.csv: .*\[[a-z-]+\].*|truth not known for .*)$/)?.[1] ?? [])
      assert.ok(found.length >= 2, `${words}: ${said}`)
      for (const line of found) assert.ok(notes.includes(line), `${words}: ${line} is not in ${notes.join('; ')}`)
      assert.ok(tops.every(one => one > top), `${words}`)
    })
  }
})

test('No page of figures has more than four significant digits', async () => {
  for (const name of ['accuracy', 'zones', 'compare', 'tune', 'session', 'sessions']) {
    const browser = await Browser.start(process.argv[2])
    try {
      await opened(name, browser, pathToFileURL(pages[name][0]()).href)
      const texts = await browser.value(`[...document.querySelectorAll('td, dd, title, p, summary, label, svg text')].map(one => one.textContent)`)
      assert.ok(texts.length > 20)
      const long = texts.flatMap(one => [...one.matchAll(/\d+\.\d+/g)].map(([number]) => number)
        .filter(number => number.replace(/^[0.]+/, '').replace('.', '').length > 4).map(number => `${number} in ${one.slice(0, 80)}`))
      assert.deepEqual(long.slice(0, 5), [], name)
    } finally {
      await browser.close()
    }
  }
})

test('A line of equal figures is drawn below the marks, and no name is written over another', async () => {
  const browser = await Browser.start(process.argv[2])
  try {
    run('simulate', 'retreat', '--seed', '4', '-o', file('log-2026.11.30154.csv'))
    const three = ['datasets/approach.csv', 'datasets/walk-by.csv', file('log-2026.11.30154.csv')]
    run('compare', 'eternal-loop', 'geiger', ...three, '-o', file('three.html'))
    await opened('three', browser, pathToFileURL(file('three.html')).href)
    assert.match(await browser.value('document.body.innerText'), /log-2026\.11\.30154/, 'a name keeps its digits')
    const drawings = await browser.value(`[...document.querySelectorAll('#parts svg')].map(drawing => {
      const line = drawing.querySelector('polyline')
      const marks = [...drawing.querySelectorAll('circle')].filter(one => !line?.parentElement.contains(one))
      const boxes = [...drawing.querySelectorAll('text')].map(one => one.getBoundingClientRect())
      const isOver = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
      return [marks.every(one => !line || Boolean(line.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)),
        boxes.filter((a, i) => boxes.some((b, j) => j < i && isOver(a, b))).length]
    })`)
    assert.ok(drawings.length > 0)
    assert.deepEqual(drawings, drawings.map(() => [true, 0]))
    await opened('compare', browser, pathToFileURL(pages.compare[0]()).href)
    // Two recordings are a table of their figures.
    assert.doesNotMatch(await browser.value('document.body.innerText'), /the same.{0,40}worse/)
  } finally {
    await browser.close()
  }
})

test('A binary log that is dropped names the command that reads it', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value(`lubdub.openFile(new File([Uint8Array.from([0x62, 0x74, 0x73, 0x6e, 0x6f, 0x6f, 0x70, 0, 0, 0, 0, 1, 0, 0, 3, 0xea])], 'hci.btsnoop'))`)
    assert.match(await text(browser, 'message'), /hci\.btsnoop: .*If it is the log of a device: lubdub import hci\.btsnoop -o hci\.trace\.csv writes a trace to drop here/)
  }))

test('Settings are saved as a file that the tool takes, and variants show the settings in which they differ', () =>
  within(page('datasets/approach.csv'), async browser => {
    await move(browser, 'zones.edges[2]', 1.4)
    await browser.value(`document.querySelectorAll('#variants button')[1].click()`)
    await browser.until(`/FigureAB/.test(document.getElementById('variant-figures').textContent)`)
    await move(browser, 'zones.edges[2]', 1.2)
    const pattern = await browser.value(`[...document.querySelector('[data-setting="heartbeat.pattern"]').options].map(one => one.value).at(-1)`)
    await move(browser, 'heartbeat.pattern', pattern)
    const saved = await browser.value(`(async () => {
      const [make, click] = [URL.createObjectURL, HTMLAnchorElement.prototype.click]
      let [last, name] = [null, '']
      HTMLAnchorElement.prototype.click = function () { name = this.download }
      URL.createObjectURL = blob => { last = blob; return make.call(URL, blob) }
      await lubdub.save('settings')
      Object.assign(URL, { createObjectURL: make })
      HTMLAnchorElement.prototype.click = click
      return [name, await last.text()]
    })()`)
    assert.equal(saved[0], 'approach.yaml')
    writeFileSync(file('saved.yaml'), saved[1])
    assert.equal(run('run', 'datasets/approach.csv', '-o', '-', '--config', file('saved.yaml')), await exported(browser, 'json'))
    await browser.until(`/FigureAB/.test(document.getElementById('variant-figures').textContent)`)
    const rows = await browser.value(`[...document.querySelectorAll('#variant-figures tr')].map(row => [...row.cells].map(cell => cell.textContent))`)
    assert.ok(rows.some(([, a, b]) => a === '0.05, 0.2, 1.4, 2' && b === '0.05, 0.2, 1.2, 2'), JSON.stringify(rows))
    assert.ok(rows.some(([name, a, b]) => name === 'One beat is' && a !== b), JSON.stringify(rows))
  }))

test('A long trace explains a change that was missed, though its page and its runs leave out what was considered', () => {
  run('simulate', 'hover-at-edge', '--seed', '3', '--duration', '5400', '--rate', '10', '-o', file('hover.csv'))
  const html = page(file('hover.csv'))
  const { parts } = dataOf(html).sessions[0]
  assert.equal(parts.considerations, undefined)
  return within(html, async browser => {
    await browser.until('lubdub.isSettled && lubdub.shown.ran')
    await browser.value(`lubdub.draft.propose({ zones: { range: { falseChangeInterval: 100000 } } })`)
    await settled(browser)
    const missed = await browser.value('lubdub.chart.faults.filter(({ kind }) => kind === "missed").map(({ time }) => time)')
    assert.ok(missed.length > 0)
    assert.equal(await browser.value('lubdub.shown.session.considerations.length'), 0)
    await browser.value(`lubdub.details.choose(${missed[0]})`)
    await browser.until('/was missed/.test(document.getElementById("chosen").textContent)')
    assert.ok(await browser.value('lubdub.shown.session.considerations.length > 0'))
    // The same as of a page that has run with them from the first.
    const near = await browser.value(`(async () => {
      const { shown, draft } = lubdub
      const source = await lubdub.source
      const parts = await shown.run(source, draft.held, 0, null, true)
      return JSON.parse(new TextDecoder().decode(parts.get('considerations'))).length === shown.session.considerations.length
    })()`)
    assert.ok(near)
  })
})

test('Every control is reached by the Tab key, and shows that it has the focus', async () => {
  for (const name of ['session', 'sessions', 'haptic', 'compare', 'tune', 'design', 'studio']) {
    const browser = await Browser.start(process.argv[2])
    try {
      await browser.send('Emulation.setFocusEmulationEnabled', { enabled: true })
      await opened(name, browser, pathToFileURL(pages[name][0]()).href)
      const count = await browser.value(`(() => {
        for (const one of document.querySelectorAll('details')) one.open = true
        globalThis.controls = [...document.querySelectorAll('button, select, input, summary, textarea, [tabindex="0"], [role="slider"]')]
          .filter(one => one.checkVisibility({ checkVisibilityCSS: true }) && !one.disabled)
        globalThis.reached = new Set()
        globalThis.plain = new Set()
        document.addEventListener('focusin', ({ target }) => {
          reached.add(target)
          if (getComputedStyle(target).outlineStyle === 'none') plain.add(target.outerHTML.slice(0, 90))
        })
        return controls.length
      })()`)
      assert.ok(count > 1, `${name}: ${count} controls`)
      for (let pressed = 0; pressed < count + 60; pressed++) {
        for (const type of ['keyDown', 'keyUp']) await browser.send('Input.dispatchKeyEvent', { type, key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 })
      }
      const [missed, plain] = await browser.value(`[controls.filter(one => !reached.has(one) && one.isConnected).map(one => one.outerHTML.slice(0, 90)), [...plain]]`)
      assert.deepEqual(missed.slice(0, 5), [], `${name}: not reached`)
      assert.deepEqual(plain.slice(0, 5), [], `${name}: without an outline`)
    } finally {
      await browser.close()
    }
  }
})
