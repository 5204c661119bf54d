// Tests of what stopped somebody who saw the page for the first time.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { drop, exported, file, move, page, run, settled, test, within } from './harness.mjs'
import { pages } from './pages.mjs'

const text = (browser, id) => browser.value(`document.getElementById('${id}').textContent`)
const press = (browser, id) => browser.value(`document.getElementById('${id}').click()`)
const phone = { width: 390, height: 844, isPhone: true }

/** The text of the file that an action saves. */
const savedBy = (browser, action) => browser.value(`(async () => {
  const [make, click] = [URL.createObjectURL, HTMLAnchorElement.prototype.click]
  let last = null
  HTMLAnchorElement.prototype.click = () => {}
  URL.createObjectURL = blob => { last = blob; return make.call(URL, blob) }
  ${action}
  HTMLAnchorElement.prototype.click = click
  URL.createObjectURL = make
  return last.text()
})()`)

test('The first screen opens files, saves in what phones play, prints, and copies', () =>
  within(page('datasets/approach.csv'), async browser => {
    const places = await browser.value(`['open', 'format', 'save', 'copy-link', 'copy-file'].map(id => document.getElementById(id).getBoundingClientRect().bottom)`)
    assert.deepEqual(places.filter(bottom => !(bottom > 0 && bottom < 400)), [], `${places}`)
    const formats = await browser.value(`[...document.getElementById('format').options].map(one => one.textContent)`)
    assert.deepEqual(formats.slice(0, 5), ['ahap (iPhone)', 'android-waveform (Android)', 'android-xml (Android 16)', 'wav (sound)', 'pdf (paper)'])
    assert.equal(new Set(formats).size, formats.length)
    const done = await browser.value(`(async () => {
      const done = []
      HTMLInputElement.prototype.click = () => done.push('chooses')
      window.print = () => done.push('prints')
      document.getElementById('open').click()
      await lubdub.save('pdf')
      return done
    })()`)
    assert.deepEqual(done, ['chooses', 'prints'])
  }))

test('The time at which contact was felt leads to what happened', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value(`[...document.querySelectorAll('#large button')].find(one => /^at /.test(one.textContent)).click()`)
    assert.match(await text(browser, 'chosen'), /52\.6 s: touch → contact.*The true distance crossed 0\.05 m at 51\.9 s/)
    await browser.until(`document.getElementById('chosen').getBoundingClientRect().bottom <= innerHeight`)
  }))

test('Ctrl and Y is one step forward, as Ctrl, Shift and Z is', () =>
  within(page('datasets/approach.csv'), async browser => {
    const edge = () => browser.value('lubdub.draft.held.zones.edges[2]')
    const strike = (key, shiftKey = false) => browser.value(`document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: '${key}', shiftKey: ${shiftKey}, ctrlKey: true, bubbles: true, cancelable: true }))`)
    await move(browser, 'zones.edges[2]', 1.4)
    // The next zone begins where the moved edge is.
    await browser.until(`[...document.querySelectorAll('.card .note')].some(one => one.textContent === 'from 1.4 m')`)
    for (const [key, isShifted] of [['y', false], ['Z', true]]) {
      await strike('z')
      assert.equal(await edge(), 1)
      await strike(key, isShifted)
      assert.equal(await edge(), 1.4)
    }
  }))

test('A meaning that is open goes when the page is scrolled away from its word', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value(`[...document.querySelectorAll('#large .term')][0].click()`)
    assert.equal(await browser.value('document.getElementById("meaning").hidden'), false)
    await browser.value('scrollTo(0, 300)')
    await browser.until('document.getElementById("meaning").hidden')
  }))

test('Enter marks a truth, and an empty field gives back what was recorded', () =>
  within(page('datasets/bluetooth-contact.csv'), async browser => {
    const truths = () => browser.value('[...lubdub.shown.rows.truths].filter((truth, i) => lubdub.shown.times[i] >= 10 && lubdub.shown.times[i] <= 12 && truth !== 1.25).length')
    const mark = async value => {
      await browser.value(`(() => {
        lubdub.chart.select({ from: 10, to: 12 })
        lubdub.details.update()
        const field = document.querySelector('#chosen input')
        field.value = '${value}'
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      })()`)
    }
    const all = () => browser.value('[...lubdub.shown.rows.truths].map(String).join()')
    const recorded = await all()
    await mark('1.25')
    await browser.until('[...lubdub.shown.rows.truths].includes(1.25)')
    assert.equal(await truths(), 0)
    await mark('')
    await browser.until('![...lubdub.shown.rows.truths].includes(1.25)')
    assert.equal(await all(), recorded)
  }))

test('The dialog about columns says how far the first distance would be', () =>
  within(page('datasets/approach.csv'), async browser => {
    await drop(browser, 'own.csv', `Zeit;Abstand\n${Array.from({ length: 50 }, (_, i) => `${100 * i};${(420.6 - i).toFixed(1).replace('.', ',')}`).join('\n')}\n`)
    const says = () => browser.value(`[...document.querySelectorAll('#mapping p')].map(one => one.textContent).find(one => /^Then the/.test(one))`)
    assert.equal(await says(), 'Then the first distance is 421 m.')
    await browser.value(`(() => {
      const unit = document.querySelector('#mapping select[aria-label="The unit of Abstand"]')
      unit.value = 'cm'
      unit.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
    assert.equal(await says(), 'Then the first distance is 4.21 m.')
  }))

test('Whoever stands still teaches signal strength, sees what it changed, and the saved trace runs the same', () =>
  within(page('datasets/bluetooth-contact.csv'), async browser => {
    const { count, distance } = await browser.value('({ count: lubdub.shown.rows.count, distance: lubdub.shown.session.distance.at(-1) })')
    await browser.value(`(() => {
      lubdub.chart.select({ from: 8, to: 18 })
      lubdub.details.update()
      document.getElementById('teach-distance').value = '3'
      document.getElementById('teach').requestSubmit()
    })()`)
    await browser.until('document.getElementById("taught").textContent !== ""')
    assert.match(await text(browser, 'teach-when'), /^At 18 s I was standing at$/)
    assert.match(await text(browser, 'taught'), /^Taught: the distance is (2\.\d+|3(\.\d+)?) m now, was \d/)
    assert.equal(await browser.value('lubdub.shown.rows.count'), count + 1)
    assert.notEqual(await browser.value('lubdub.shown.session.distance.at(-1)'), distance)
    writeFileSync(file('taught.csv'), await savedBy(browser, 'lubdub.saveTrace()'))
    assert.match(readFileSync(file('taught.csv'), 'utf8'), /^18(\.\d+)?,ble,3,,,at,/m)
    const changes = JSON.stringify(JSON.parse(run('run', file('taught.csv'), '-o', '-')).zone_changes.map(({ t_s, to }) => [t_s.toFixed(6), to]))
    assert.equal(await browser.value('JSON.stringify(lubdub.shown.session.document.zone_changes.map(({ t_s, to }) => [t_s.toFixed(6), to]))'), changes)
    // Where ranges know better it changes nothing, and says so.
    await drop(browser, 'ranges.csv', readFileSync('datasets/approach.csv', 'utf8'))
    await settled(browser)
    assert.ok(await browser.value('document.getElementById("teach").hidden'))
    await browser.value(`(document.getElementById('teach-distance').value = '5', document.getElementById('teach').requestSubmit())`)
    await browser.until('/^It had no effect/.test(document.getElementById("taught").textContent)')
  }))

test('Paper has the legend, all figures and readable names, and no buttons', () =>
  within(page('datasets/approach.csv', 'datasets/walk-by.csv'), async browser => {
    await browser.send('Emulation.setDeviceMetricsOverride', { width: 720, height: 1000, deviceScaleFactor: 1, mobile: false })
    await browser.value('dispatchEvent(new Event("beforeprint"))')
    await browser.send('Emulation.setEmulatedMedia', { media: 'print' })
    const isSeen = selector => browser.value(`[...document.querySelectorAll('${selector}')].some(one => one.checkVisibility())`)
    for (const selector of ['#thumb', '#take', '#play', '#overlay', 'aside', '#zones-title']) assert.equal(await isSeen(selector), false, selector)
    for (const selector of ['#stage .legend .truth', '#figures', '#paper svg', '#sessions td', '#changes td']) assert.equal(await isSeen(selector), true, selector)
    // A name on a dark zone is light, on white paper also where the screen is dark.
    const fills = await browser.value(`[...document.querySelectorAll('#paper text')].filter(one => one.textContent === 'near').map(one => one.getAttribute('fill'))`)
    assert.ok(fills.includes('var(--text)') && fills.includes('var(--on-zone2)'), `${fills}`)
    await browser.send('Emulation.setEmulatedMedia', { media: '' })
    await browser.value('dispatchEvent(new Event("afterprint"))')
    assert.equal(await isSeen('#figures'), false, 'what was closed is closed again')
  }))

test('On a phone every edge is in sight above the settings, which say what a move has changed', () =>
  within(page('datasets/approach.csv'), async browser => {
    await press(browser, 'edit')
    await browser.until('lubdub.chart.scale.right < 300')
    await settled(browser)
    const [lowest, sheet, files] = await browser.value(`[Math.max(...[...document.querySelectorAll('.grip')].map(one => one.getBoundingClientRect().bottom)),
      document.querySelector('aside').getBoundingClientRect().top, document.getElementById('files').checkVisibility()]`)
    assert.ok(lowest <= sheet, `${lowest} ${sheet}`)
    assert.equal(files, false)
    const slider = await browser.value(`document.querySelector('[data-setting="zones.edges[0]"]').getBoundingClientRect().bottom`)
    assert.ok(slider < 788, `the first edge is in the sheet: ${slider}`)
    await move(browser, 'zones.edges[0]', 0.1)
    await browser.until('/^Contact felt/.test(document.getElementById("spent").textContent)')
    assert.match(await text(browser, 'spent'), /^Contact felt at 5[12]\.\d s ▼ [\d.]+ s earlier; Time in the wrong zone .* better, was 8%$/)
    await press(browser, 'take')
    assert.deepEqual(await browser.value(`['files', 'settings'].map(id => document.getElementById(id).checkVisibility())`), [true, false])
    assert.ok(await browser.value('document.getElementById("save").getBoundingClientRect().bottom < 788'))
    assert.match(await text(browser, 'readout'), /Tap the chart/)
  }, phone))

test('On a phone the page to design has its fields and its way to save', () =>
  within(pages.design[0](), async browser => {
    const seen = await browser.value(`['field-time', 'save', 'actuator', 'play'].map(id => {
      const one = document.getElementById(id)
      return one.checkVisibility({ checkVisibilityCSS: true }) && getComputedStyle(one).position
    })`)
    assert.deepEqual(seen, Array(4).fill('static'))
    assert.ok(await browser.value('document.documentElement.scrollWidth <= 390'))
    assert.match(await browser.value('document.body.innerText'), /The pattern file is for lubdub pattern, and/)
  }, phone))

for (const name of ['accuracy', 'zones', 'compare', 'tune', 'sessions', 'haptic', 'preview']) {
  test(`On a phone wide tables scroll in their own box, and rows keep their names: ${name}`, () =>
    within(pages[name][0](), async browser => {
      await pages[name][1]?.(browser)
      assert.equal(await browser.value('document.documentElement.scrollWidth'), 390)
      const faults = await browser.value(`[...document.querySelectorAll('table')].filter(one => one.checkVisibility()).flatMap(table => {
        const box = table.closest('.scroll')
        if (table.scrollWidth <= (box ?? table.parentElement).clientWidth + 1) return []
        if (!box || !/auto|scroll/.test(getComputedStyle(box).overflowX)) return ['cut: ' + table.caption?.textContent]
        box.scrollLeft = 1000
        const cell = table.tBodies[0].rows[0]?.cells[0]
        const isThere = !table.matches('.sortable') || !cell || Math.abs(cell.getBoundingClientRect().left - box.getBoundingClientRect().left) < 2
        return isThere ? [] : ['the names are out of sight: ' + table.caption?.textContent]
      })`)
      assert.deepEqual(faults, [])
    }, phone))
}

test('What formats lose is said with no more digits than a person reads', () =>
  within(page('datasets/approach.csv'), async browser => {
    await drop(browser, 'taps.ahap', run('pattern', '--text', 'O.o. --==#  ..Ox', '-o', '-', '--as', 'ahap'))
    const losses = await text(browser, 'formats-lost')
    assert.match(losses, /taps: without sharpness/)
    assert.doesNotMatch(losses, /\d\.\d{4}/)
  }))

/** The rectangle of an element, and whether it is on the screen. */
const place = (browser, id) => browser.value(`(() => {
  const { top, bottom, left, right } = document.getElementById('${id}').getBoundingClientRect()
  return { top, bottom, left, right, isSeen: top >= 0 && bottom <= innerHeight && bottom > top }
})()`)

test('On a phone the most important figures stand on the first screen, above the chart', () =>
  within(page('datasets/approach.csv'), async browser => {
    const chart = await place(browser, 'chart')
    const figures = await browser.value(`[...document.querySelectorAll('#large div')].map(one => ({ text: one.textContent, bottom: one.getBoundingClientRect().bottom, right: one.getBoundingClientRect().right }))`)
    for (const name of ['Contact felt', 'True changes followed', 'Median delay', 'Time in the wrong zone']) {
      const one = figures.find(({ text }) => text.startsWith(name))
      assert.ok(one && one.bottom <= chart.top && one.right <= 390, `${name}: ${JSON.stringify(one)}`)
    }
    assert.ok((await place(browser, 'readout')).bottom <= 844 - 56)
    await browser.value(`document.getElementById('all-figures').scrollIntoView()`)
    assert.ok(await browser.value(`document.getElementById('all-figures').checkVisibility()`))
  }, phone))

for (const [name, screen] of [['a phone', phone], ['a screen of 900 pixels', { width: 1440, height: 900 }]]) {
  test(`What happened stands below the chart at once, after a click and after Next fault, on ${name}`, () =>
    within(page('datasets/approach.csv'), async browser => {
      const { left, top } = await place(browser, 'chart')
      const [x, y] = [left + 200, top + 80]
      for (const type of ['mousePressed', 'mouseReleased']) await browser.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
      await browser.until(`/\\d s.*\\./.test(document.getElementById('happened').textContent)`)
      assert.ok((await place(browser, 'happened')).isSeen)
      assert.equal(await browser.value('scrollY'), 0)
      await move(browser, 'uwb.bias', 0.5)
      await browser.value(`document.getElementById('next-fault').click()`)
      await browser.until(`/(missed|false|→)/.test(document.getElementById('happened').textContent)`)
      assert.ok((await place(browser, 'happened')).isSeen)
      await browser.value(`document.getElementById('more').click()`)
      await browser.until(`document.querySelector('#chosen h3').getBoundingClientRect().bottom < innerHeight`)
      await browser.value(`lubdub.details.clear(), lubdub.details.update()`)
      assert.ok(await browser.value(`document.getElementById('more').hidden`))
    }, screen))
}

test('A setting that has no effect on the recording is marked, until another one is moved', () =>
  within(page('datasets/bluetooth-contact.csv'), async browser => {
    const marked = () => browser.value(`[...document.querySelectorAll('.setting.idle [data-setting]')].map(one => one.dataset.setting)`)
    await move(browser, 'rssi.staleAfter', 9)
    const before = await exported(browser, 'json')
    await browser.value(`document.querySelector('[data-again="others"]').click()`)
    await move(browser, 'uwb.bias', 0.2)
    assert.deepEqual(await marked(), ['uwb.bias'])
    assert.deepEqual(JSON.parse(await exported(browser, 'json')).events, JSON.parse(before).events)
    await move(browser, 'zones.edges[2]', 1.5)
    assert.deepEqual(await marked(), [])
  }))

test('A recording by Bluetooth that is not taught leads to the form that teaches it', () =>
  within(page('datasets/bluetooth-contact.csv'), async browser => {
    const [offer] = await browser.value(`[...document.querySelectorAll('#findings button')].map(one => one.textContent)`)
    assert.equal(offer, 'Teach it here')
    await browser.value(`document.querySelector('#findings button').click()`)
    assert.equal(await browser.value('document.activeElement.id'), 'teach-distance')
  }))

test('A binary log is answered with the command that reads it', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value(`lubdub.openFile(new File([Uint8Array.from([98, 116, 115, 110, 111, 111, 112, 0, 0, 0, 0, 1, 0, 0, 3, 234, 255, 254])], 'my phone.btsnoop'))`)
    assert.equal(await text(browser, 'message'), "my phone.btsnoop: this page does not read binary logs. If it is the log of a device: lubdub import 'my phone.btsnoop' -o 'my phone.trace.csv' writes a trace to drop here.")
    await drop(browser, 'line.log', 'hello')
    assert.match(await text(browser, 'message'), /^line\.log.*this is not a trace.*lubdub import line\.log/)
    assert.doesNotMatch(await text(browser, 'message'), /binary/)
  }))

test('Marked truths are listed and taken back one by one, and the focus stays', () =>
  within(page('datasets/approach.csv'), async browser => {
    const before = await text(browser, 'large')
    await browser.value(`lubdub.showStretch({ from: 10, to: 12 })`)
    const press = `[...document.querySelectorAll('#chosen button')].find(one => one.textContent === 'Mark as truth')`
    await browser.value(`(document.querySelector('#chosen input').value = '1.25', ${press}.focus(), ${press}.click())`)
    await settled(browser)
    assert.equal(await browser.value(`document.activeElement === ${press}`), true)
    assert.equal(await browser.value(`document.querySelector('#chosen input').value`), '1.25')
    await browser.value(`lubdub.label({ from: 20, to: 22, truth: null })`)
    await settled(browser)
    assert.equal(await text(browser, 'notes'), '10 s to 12 s: truly at 1.25 mRemove20 s to 22 s: truly as recordedRemove')
    assert.notEqual(await text(browser, 'large'), before)
    await browser.value(`document.querySelector('#notes .link').click()`)
    assert.deepEqual(await browser.value('lubdub.chart.stretch'), { from: 10, to: 12 })
    for (let i = 0; i < 2; i++) await browser.value(`document.querySelector('#notes .small').click()`)
    await settled(browser)
    assert.equal(await text(browser, 'notes'), '')
    assert.equal((await text(browser, 'large')).replace(/[▲▼].*/, ''), before.replace(/[▲▼].*/, ''))
  }))

test('Steps back and forward outlast a reload, and a reset keeps marks and notes', () =>
  within(page('datasets/approach.csv'), async browser => {
    const edges = () => browser.value('lubdub.draft.held.zones.edges')
    const start = await edges()
    await move(browser, 'zones.edges[2]', 1.4)
    await move(browser, 'zones.edges[1]', 0.3)
    await browser.value(`lubdub.label({ time: 20, note: 'Ben waits' })`)
    await browser.value(`document.getElementById('undo').click()`)
    await browser.until(`history.state?.past.length === 2`)
    const { frameTree } = await browser.send('Page.getFrameTree')
    await browser.value('document.documentElement.dataset.ready = "no"')
    await browser.send('Page.reload')
    await browser.until('document.documentElement.dataset.ready === "true"')
    await settled(browser)
    browser.requests.splice(browser.requests.lastIndexOf(frameTree.frame.url), 1)
    await browser.value(`document.getElementById('redo').click()`)
    assert.match(await text(browser, 'notes'), /Ben waits/)
    await browser.value(`document.getElementById('reset').click()`)
    assert.deepEqual(await edges(), start)
    assert.match(await text(browser, 'notes'), /Ben waits/)
    const states = []
    for (let i = 0; i < 4; i++) {
      await browser.value(`document.getElementById('undo').click()`)
      states.push((await edges()).slice(1, 3))
    }
    assert.deepEqual(states, [[0.3, 1.4], [0.3, 1.4], [start[1], 1.4], [start[1], start[2]]])
    await settled(browser)
  }))

test('Copied settings name the edges by which the truth is cut', () =>
  within(page('datasets/approach.csv'), async browser => {
    await move(browser, 'zones.edges[2]', 1.4)
    const saved = await savedBy(browser, `await lubdub.save('settings')`)
    assert.match(saved, /^# lubdub run TRACE --config FILE --truth-edges 0\.05,0\.2,1,2\n/)
    writeFileSync(file('moved.yaml'), saved)
    const [, ...options] = saved.split('\n')[0].replace(/^.* --truth-edges/, '--truth-edges').split(' ')
    const counted = JSON.parse(run('run', 'datasets/approach.csv', '-o', '-', '--config', file('moved.yaml'), '--truth-edges', ...options)).against_truth
    assert.deepEqual(counted, await browser.value('lubdub.shown.session.fixedTruth'))
  }))

test('After a refused value another control moves on its own, and each step is undone', () =>
  within(page('datasets/approach.csv'), async browser => {
    const edges = () => browser.value('lubdub.draft.held.zones.edges')
    await move(browser, 'zones.edges[2]', 0.8)
    await move(browser, 'zones.edges[2]', 9)
    assert.notEqual(await text(browser, 'message'), '')
    await browser.value(`document.querySelectorAll('.grip')[1].dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }))`)
    await settled(browser)
    assert.deepEqual((await edges()).slice(1, 3), [0.21, 0.8])
    assert.equal(await text(browser, 'message'), '')
    await browser.value(`document.getElementById('undo').click()`)
    assert.deepEqual((await edges()).slice(1, 3), [0.2, 0.8])
    // Zones that were rejected as a whole are shown, and their controls move them.
    await browser.value(`(() => {
      const { held } = lubdub.draft
      lubdub.draft.propose({ ...held, zones: { ...held.zones, edges: [...held.zones.edges, 1.5], names: [...held.zones.names, 'rim'] } })
      const slider = document.querySelector('[data-setting="zones.edges[4]"]')
      slider.value = '3'
      slider.dispatchEvent(new Event('input'))
    })()`)
    assert.equal(await browser.value('lubdub.draft.shown.zones.edges.length'), 5)
  }))

test('A change that came before its true edge was crossed is explained as early, and a moment in a wrong zone as wrong', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value(`lubdub.details.choose(50.3)`)
    assert.match(await text(browser, 'chosen'), /Wrong here: the true distance is 0\.\d+ m, in touch\. It crossed 0\.2 m at 49\.\d+ s, and the zone came 1\.69 s later\./)
    await move(browser, 'zones.edges[3]', 3.3)
    for (let i = 0; i < 2; i++) await browser.value(`document.getElementById('next-fault').click()`)
    await browser.until(`/a change that came too early/.test(document.getElementById('happened').textContent)`)
    assert.match(await text(browser, 'chosen'), /The true distance went in over 2 m, and the zone was far before, from 1\d(\.\d+)? s\. The edge is at 3\.3 m now\./)
    assert.doesNotMatch(await text(browser, 'chosen'), /far: Ends at (3\.[4-9]|4)/)
  }))

test('Paper lists marks and notes', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value(`lubdub.label({ from: 16, to: 24, truth: 1.5 }), lubdub.label({ time: 5, note: 'Ben waits' })`)
    await settled(browser)
    await browser.send('Emulation.setEmulatedMedia', { media: 'print' })
    assert.equal(await browser.value(`document.getElementById('notes').innerText.replace(/\\s+/g, ' ').trim()`), '5 s Ben waits 16 s to 24 s: truly at 1.5 m')
    assert.equal(await browser.value(`document.getElementById('chosen').checkVisibility()`), false)
  }))

test('A decimal comma that is typed is a decimal point', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value(`(() => { const field = document.querySelectorAll('.handle input')[2]; field.focus(); field.select() })()`)
    for (const key of '0,9') await browser.send('Input.dispatchKeyEvent', { type: 'char', text: key })
    await browser.value(`document.activeElement.blur()`)
    await settled(browser)
    assert.equal(await browser.value('lubdub.draft.held.zones.edges[2]'), 0.9)
  }))

test('A page of many recordings shows its first notes, and the others on request', () => {
  const rows = Array.from({ length: 300 }, (_, i) => `${(i / 10).toFixed(2)},ble,,${-60 - i % 7},${(1 + i / 300).toFixed(3)}\n${(i / 10 + 0.002).toFixed(3)},ble,,${-61 - i % 7},${(1 + i / 300).toFixed(3)}`)
  const traces = Array.from({ length: 7 }, (_, i) => file(`pair-${i}.csv`))
  traces.forEach((trace, i) => writeFileSync(trace, `t_s,source,range_m,rssi_dbm,truth_m\n${rows.slice(i).join('\n')}\n`))
  run('compare', 'eternal-loop', 'geiger', ...traces, '-o', file('many.html'))
  return within(file('many.html'), async browser => {
    const [shown, folded, title] = await browser.value(`[document.querySelectorAll('#notes > p').length, document.querySelectorAll('#notes details p').length, document.querySelector('#notes summary').textContent]`)
    assert.equal(shown, 4)
    assert.ok(folded >= 3, `${folded}`)
    assert.equal(title, `${folded} more notes`)
    assert.equal(await browser.value(`document.querySelector('#notes details p').checkVisibility()`), false)
    await browser.value(`document.querySelector('#notes summary').click()`)
    assert.equal(await browser.value(`document.querySelector('#notes details p').checkVisibility()`), true)
  })
})
