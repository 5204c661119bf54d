// Tests of what a person does with the page: settings that are refused, handles, files, wheels and fingers.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { Browser } from './browser.mjs'
import { drop, exported, file, move, page, run, settled, test, within } from './harness.mjs'

const text = (browser, id) => browser.value(`document.getElementById('${id}').textContent`)

/** The files that the page saves while an action runs, as names and base64. */
const saved = (browser, action) => browser.value(`(async () => {
  const files = []
  const make = URL.createObjectURL
  let last = null
  URL.createObjectURL = blob => { last = blob; return make.call(URL, blob) }
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function () { files.push([this.download, last]) }
  await (${action})
  HTMLAnchorElement.prototype.click = click
  URL.createObjectURL = make
  return Promise.all(files.map(async ([name, blob]) => {
    const bytes = new Uint8Array(await blob.arrayBuffer())
    let text = ''
    for (const byte of bytes) text += String.fromCharCode(byte)
    return [name, btoa(text)]
  }))
})()`)

test('Each pattern and each preset of the page is that of the copied command, byte for byte', () =>
  within(page('datasets/approach.csv'), async browser => {
    const choices = await browser.value(
      '[...document.querySelector(\'[data-setting="heartbeat.pattern"]\').options].map(one => one.value)')
    assert.ok(choices.length > 4)
    const same = async what => {
      const command = await browser.value('lubdub.moved.map(([key, value]) => `${key}=${JSON.stringify(value)}`)')
      const words = command.flatMap(one => ['--set', one])
      assert.equal(await exported(browser, 'json'), run('run', 'datasets/approach.csv', '-o', '-', ...words), what)
    }
    for (const choice of choices) {
      await move(browser, 'heartbeat.pattern', choice)
      await same(choice)
    }
    await move(browser, 'heartbeat.pattern', 'breath')
    writeFileSync(file('breath.json'), run('run', 'datasets/approach.csv', '-o', '-', '--set', 'heartbeat.pattern=breath'))
    for (const format of ['ahap', 'android-xml', 'haptic']) {
      run('convert', file('breath.json'), '-o', file('there'), '--as', format)
      assert.equal(await exported(browser, format), readFileSync(file('there'), 'utf8'), format)
    }
    for (const preset of await browser.value('JSON.parse(document.getElementById("constants").textContent).presets.map(one => one.name)')) {
      await browser.value(`(() => {
        const select = document.getElementById('preset')
        select.value = '${preset}'
        select.dispatchEvent(new Event('change'))
      })()`)
      await settled(browser)
      await same(preset)
    }
  }))

test('Every basic setting that is set in the page gives the bytes of the copied words and of the copied file', () =>
  within(page('datasets/ceremony.csv'), async browser => {
    await browser.value('document.querySelector(".others input")?.click()')
    const labels = await browser.value(`lubdub.controls.catalog.filter(one => one.level === 'basic').flatMap(one =>
      [...document.querySelectorAll('[data-setting]')].map(control => control.dataset.setting)
        .filter(name => name === one.key || name.startsWith(one.key + '[')))`)
    assert.ok(labels.length >= 20, `${labels.length}`)
    for (const label of labels) {
      await browser.value(`(() => {
        const control = document.querySelector('[data-setting="${label}"]')
        const { tagName, value } = control
        if (tagName === 'SELECT') control.selectedIndex = (control.selectedIndex + 1) % control.options.length
        else if (control.type === 'range') {
          const [low, now, high] = [control.min, control.value, control.max].map(Number)
          control.value = String(now + (high - low) * (now < (low + high) / 2 ? 0.04 : -0.04))
        }
        control.dispatchEvent(new Event(tagName === 'SELECT' ? 'change' : 'input'))
        if (!lubdub.draft.refusal) return
        // At a bound that another setting makes: the other way.
        control.value = String(0.9 * value)
        control.dispatchEvent(new Event('input'))
      })()`)
      await settled(browser)
      assert.ok(await browser.value('lubdub.draft.refusal === null && lubdub.moved.length > 0'), `${label} moves: ${await text(browser, 'message')}`)
      const values = await browser.value('lubdub.moved.map(([key, value]) => `${key}=${JSON.stringify(value)}`)')
      await browser.value(`navigator.clipboard.writeText = text => { globalThis.copied = text; return Promise.resolve() },
        document.getElementById('copy-file').click()`)
      writeFileSync(file('copied.yaml'), await browser.value('copied'))
      const here = await exported(browser, 'json')
      const there = (...words) => run('run', 'datasets/ceremony.csv', '-o', '-', ...words)
      assert.equal(here, there(...values.flatMap(one => ['--set', one])), label)
      assert.equal(here, there('--config', file('copied.yaml')), label)
      await browser.value('document.getElementById("reset").click()')
      await browser.until('lubdub.moved.length === 0')
    }
  }))

test('A refused setting stays marked at its field, Save says so, and undo takes it back', () =>
  within(page('datasets/approach.csv'), async browser => {
    await move(browser, 'zones.edges[0]', 0.2)
    const field = await browser.value(`(() => {
      const control = document.querySelector('[data-setting="zones.edges[0]"]')
      const fault = control.closest('.setting').querySelector('.fault')
      return [control.ariaInvalid, fault.checkVisibility(), fault.textContent]
    })()`)
    assert.deepEqual(field.slice(0, 2), ['true', true])
    assert.match(field[2], /“Ends at” of touch is 0\.2 m/)
    await browser.value('document.getElementById("keys").click()')
    assert.match(await browser.value('document.querySelector("[data-setting=\'zones.edges[0]\']").closest(".setting").querySelector(".fault").textContent'), /^zones\.edges\[1\] is 0\.2 m/)
    assert.deepEqual(await saved(browser, 'lubdub.save("json")'), [])
    assert.match(await text(browser, 'losses'), /Nothing was saved: a setting is rejected/)
    await browser.value('document.getElementById("undo").click()')
    await browser.until('document.querySelectorAll("[aria-invalid]").length === 0')
    assert.equal((await saved(browser, 'lubdub.save("json")')).length, 1)
    await move(browser, 'zones.edges[2]', 1.4)
    await browser.value('document.getElementById("undo").click()')
    assert.equal(await text(browser, 'command'), 'the defaults')
    await browser.value('document.getElementById("redo").click()')
    assert.match(await text(browser, 'command'), /1\.4/)
  }))

test('A slider gives numbers without odd digits', () =>
  within(page('datasets/approach.csv'), async browser => {
    const values = await browser.value(`[...document.querySelectorAll('input[type=range]')].flatMap(slider =>
      [0.13, 0.5, 0.77].map(share => {
        slider.value = String(Number(slider.min) + share * (slider.max - slider.min))
        return Number(slider.valueAsNumber.toPrecision(12)) / Number(slider.step)
      }))`)
    for (const steps of values) assert.ok(Math.abs(steps - Math.round(steps)) < 1e-6, `${steps} steps`)
  }))

test('Figures that are the same are neither better nor worse', () =>
  within(page('datasets/approach.csv'), async browser => {
    // Edges farther out are crossed more often, and nothing of it is followed while ranges are refused.
    const verdict = await browser.value(`(async () => {
      const { entries } = lubdub
      const score = entries[0].session.document.against_truth.zones
      entries[0].reference = structuredClone({...entries[0].session, document: {...entries[0].session.document,
        configuration: {}, against_truth: {zones: {...score, true_changes: 311, missed_changes: 311}}}})
      Object.assign(score, {true_changes: 274, missed_changes: 274})
      lubdub.keep = () => {}
      lubdub.show(entries[0])
      return document.getElementById('large').textContent
    })()`)
    assert.match(verdict, /0 of 274/)
    assert.doesNotMatch(verdict, /better|worse/)
  }))

test('An export of many parts is one archive with all of them', () => {
  // Longer than the names that an archive holds.
  const trace = file(`${'quarter of an hour '.repeat(8)}.csv`)
  run('simulate', 'hover-at-edge', '--seed', '3', '--duration', '900', '--rate', '10', '-o', trace)
  return within(page(trace), async browser => {
    const formats = await browser.value('JSON.parse(document.getElementById("constants").textContent).formats')
    let archives = 0
    for (const format of formats) {
      const parts = await browser.value(`lubdub.source.then(source => source.export({format: '${format}'}))
        .then(parts => [...parts.keys()].filter(one => one.startsWith('file')).length).catch(() => 0)`)
      if (parts < 2) continue
      const files = await saved(browser, `lubdub.save('${format}')`)
      assert.equal(files.length, 1, format)
      const [name, content] = files[0]
      assert.match(name, /\.tar$/)
      writeFileSync(file('parts.tar'), Buffer.from(content, 'base64'))
      const names = execFileSync('tar', ['-tf', file('parts.tar')], { encoding: 'utf8' }).trim().split('\n')
      assert.equal(new Set(names).size, parts, 'every part is in it, by a name of its own')
      archives += 1
    }
    console.log(`  ${archives} formats of several parts`)
    assert.ok(archives > 0)
  })
})

test('Handles of zones are moved by keys, by a pointer and by typing', () =>
  within(page('datasets/approach.csv'), async browser => {
    const edges = () => browser.value('lubdub.draft.held.zones.edges')
    await browser.value('document.querySelectorAll(".grip")[2].focus()')
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ArrowUp' })
    assert.deepEqual(await edges(), [0.05, 0.2, 1.1, 2])
    const [x, y] = await browser.value(`(() => {
      const { left, top, width, height } = document.querySelectorAll('.grip')[3].getBoundingClientRect()
      return [left + width / 2, top + height / 2]
    })()`)
    const mouse = (type, dy) => browser.send('Input.dispatchMouseEvent', { type, x, y: y + dy, button: 'left', buttons: 1, clickCount: 1 })
    await mouse('mousePressed', 0)
    await mouse('mouseMoved', -15)
    await mouse('mouseMoved', -30)
    await mouse('mouseReleased', -30)
    const dragged = await edges()
    assert.ok(dragged[3] > 2.3 && dragged[3] < 4, `${dragged}`)
    // The handle follows in the next frame.
    await browser.until(`Math.abs(document.querySelectorAll('.grip')[3].getBoundingClientRect().top - ${y - 30 - 12}) < 8`)
    await mouse('mousePressed', -30)
    await mouse('mouseMoved', 400)
    assert.deepEqual(await edges(), [0.05, 0.2, 1.1, 1.11], 'an edge stops before the one below it')
    await mouse('mouseMoved', -30)
    await mouse('mouseReleased', -30)
    assert.deepEqual(await edges(), dragged)
    await browser.value(`(() => {
      const number = document.querySelectorAll('.handle input')[1]
      number.value = '0.3'
      number.dispatchEvent(new Event('change'))
    })()`)
    await settled(browser)
    assert.deepEqual(await edges(), [0.05, 0.3, 1.1, dragged[3]])
    const words = await browser.value('lubdub.moved.map(([key, value]) => `${key}=${JSON.stringify(value)}`)')
    assert.equal(
      await exported(browser, 'json'), run('run', 'datasets/approach.csv', '-o', '-', ...words.flatMap(one => ['--set', one])))
  }))

test('Shift and wheel zoom whichever way the system turns them, and two fingers zoom', () =>
  within(page('datasets/approach.csv'), async browser => {
    const seen = () => browser.value('lubdub.chart.scale.to - lubdub.chart.scale.from')
    const whole = await seen()
    const wheel = how => browser.value(`document.getElementById('chart').dispatchEvent(
      new WheelEvent('wheel', {bubbles: true, cancelable: true, clientX: 400, ...${JSON.stringify(how)}}))`)
    for (const how of [{ deltaY: -200, shiftKey: true }, { deltaX: -200, shiftKey: true }, { deltaY: -200, ctrlKey: true }]) {
      await browser.value('lubdub.chart.showAll()')
      await wheel(how)
      assert.ok(await seen() < whole * 0.7, JSON.stringify(how))
    }
    const from = await browser.value('lubdub.chart.scale.from')
    await wheel({ deltaX: 60 })
    assert.ok(await browser.value('lubdub.chart.scale.from') > from, 'sideways goes along, to later times')
    await browser.value('lubdub.chart.showAll()')
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
    const y = await browser.value('document.getElementById("chart").getBoundingClientRect().top + 100')
    const touch = (type, ...places) => browser.send('Input.dispatchTouchEvent', {
      type, touchPoints: places.map((x, id) => ({ x, y, id })) })
    await touch('touchStart', 300, 400)
    for (const step of [10, 40, 80, 120]) await touch('touchMove', 300 - step, 400 + step)
    await touch('touchEnd')
    assert.ok(await seen() < whole * 0.7, `two fingers: ${await seen()} of ${whole}`)
  }))

test('On a phone sliders are wide, targets are large, nothing is wider than the page, and the chart stays', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.send('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 2, mobile: true })
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
    await browser.until('document.documentElement.scrollWidth <= 390 && lubdub.chart.scale.right <= 390')
    const [left, right] = await browser.value('[lubdub.chart.scale.left, lubdub.chart.scale.right]')
    assert.ok(right - left >= 320, `the plot has ${right - left} of 390 pixels`)
    const tops = await browser.value(`['#sentence', '#large', '#stage', '#changes'].map(one => document.querySelector(one).getBoundingClientRect().top)`)
    assert.deepEqual(tops, tops.toSorted((a, b) => a - b), 'the figures and the chart come first')
    const thumbs = await browser.value(`['play', 'edit', 'take'].map(id => document.getElementById(id).getBoundingClientRect()).map(({ bottom, height }) => [bottom, height >= 44])`)
    assert.deepEqual(thumbs, thumbs.map(() => [844, true]), 'play, settings and save are at the lower end of the screen')
    assert.equal(await browser.value('document.querySelector("aside").checkVisibility({ checkVisibilityCSS: true })'), false)
    await browser.value('document.getElementById("edit").click()')
    assert.equal(await browser.value('document.querySelector("aside").checkVisibility({ checkVisibilityCSS: true })'), true)
    await browser.until('lubdub.chart.scale.right < 300')
    const small = await browser.value(`[...document.querySelectorAll('button, select, input, summary, .grip')]
      .filter(one => one.checkVisibility() && !one.matches('.link, .term, [type=checkbox], [type=file]')).flatMap(one => {
        const { width, height } = one.getBoundingClientRect()
        return height < 44 || width < (one.type === 'range' ? 160 : 44) ? [one.outerHTML.slice(0, 90) + width + 'x' + height] : []
      })`)
    assert.deepEqual(small, [])
    assert.ok(await browser.value(`[...document.querySelectorAll('.term')].filter(one => one.checkVisibility()).every(one => one.offsetHeight >= 24)`))
    await browser.value('document.getElementById("controls").lastElementChild.scrollIntoView()')
    const [top, sheet] = await browser.value('["#chart", "aside"].map(one => document.querySelector(one).getBoundingClientRect().top)')
    assert.ok(top >= 0 && sheet - top >= 250, `the chart stays in sight: ${top} ${sheet}`)
    const grip = await browser.value(`(() => {
      const { left, top, width, height } = document.querySelectorAll('.grip')[3].getBoundingClientRect()
      return [left + width / 2, top + height / 2]
    })()`)
    const touch = (type, dy) => browser.send('Input.dispatchTouchEvent', {
      type, touchPoints: dy === null ? [] : [{ x: grip[0], y: grip[1] + dy }] })
    await touch('touchStart', 0)
    for (const dy of [5, 10, 15]) await touch('touchMove', dy)
    await touch('touchEnd', null)
    assert.ok(await browser.value('lubdub.draft.held.zones.edges[3] < 2'), 'a finger drags an edge')
  }))

test('While it plays nothing is read out, and keys read out the cursor', () =>
  within(page('datasets/approach.csv'), async browser => {
    const count = await browser.value(`(async () => {
      let changes = 0
      const live = [...document.querySelectorAll('[aria-live], [role=status], [role=alert]')]
      for (const one of live) new MutationObserver(list => { changes += list.length })
        .observe(one, {childList: true, characterData: true, subtree: true})
      new MutationObserver(list => { changes += list.length }).observe(document.getElementById('chart'), {attributeFilter: ['aria-valuetext']})
      lubdub.player.seek(50)
      lubdub.player.toggle()
      await new Promise(done => setTimeout(done, 1000))
      lubdub.player.toggle()
      return changes
    })()`)
    assert.equal(count, 0)
    await browser.value('document.getElementById("chart").focus()')
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ArrowLeft' })
    assert.match(await browser.value('document.getElementById("chart").getAttribute("aria-valuetext")'), /Time: .*Distance: /)
  }))

test('The address holds settings, time and variants, and shows them again', async () => {
  const html = page('datasets/approach.csv')
  let hash = ''
  await within(html, async browser => {
    await browser.value('document.querySelectorAll("#variants button")[1].click()')
    await move(browser, 'zones.edges[2]', 1.37)
    await browser.value('lubdub.chart.scale.show(20, 40), lubdub.chart.redraw()')
    await browser.until('/1\\.37.*"time":\\[20,40\\]/.test(decodeURIComponent(location.hash))')
    hash = await browser.value('location.hash')
    const figures = await text(browser, 'variant-figures')
    assert.match(figures, /FigureAB/)
  })
  const browser = await Browser.start(process.argv[2])
  try {
    await browser.open(`file://${html}${hash}`)
    await settled(browser)
    assert.equal(await text(browser, 'command'), "--set 'zones.edges=[0.05,0.2,1.37,2]'")
    assert.deepEqual(await browser.value('[lubdub.chart.scale.from, lubdub.chart.scale.to, lubdub.draft.step.variant]'), [20, 40, 'B'])
    assert.deepEqual(await browser.value('lubdub.draft.step.variants.A.zones.edges'), [0.05, 0.2, 1, 2])
  } finally {
    await browser.close()
  }
})

test('Zones are split and removed, with what belongs to them, as the tool takes it', () =>
  within(page('datasets/approach.csv'), async browser => {
    for (const press of ['split-1', 'remove-0', 'split-3', 'remove-4']) {
      await browser.value(`document.querySelector('[data-again="${press}"]').click()`)
      await settled(browser)
      assert.equal(await text(browser, 'message'), '', press)
      const words = await browser.value('lubdub.moved.flatMap(([key, value]) => ["--set", `${key}=${JSON.stringify(value)}`])')
      assert.equal(await exported(browser, 'json'), run('run', 'datasets/approach.csv', '-o', '-', ...words), press)
    }
  }))

test('A large file is read beside the page, which answers meanwhile, and reading can be cancelled', () => {
  const lines = ['t_s,source,range_m,rssi_dbm,truth_m']
  for (let i = 0; i < 200_000; i++) lines.push(`${(i / 10).toFixed(1)},uwb,${(2 + Math.sin(i / 100)).toFixed(3)},,`)
  writeFileSync(file('large.csv'), `${lines.join('\n')}\n`)
  return within(page('datasets/approach.csv'), async browser => {
    await browser.value(`(() => {
      globalThis.seen = []
      const place = document.getElementById('reading-file')
      new MutationObserver(() => seen.push(place.textContent)).observe(place, {childList: true, characterData: true, subtree: true})
    })()`)
    await browser.choose(file('large.csv'))
    await browser.until('lubdub.view.name === "large.csv"')
    assert.equal(await browser.value('lubdub.view.rows.count'), 200_000)
    assert.ok(await browser.value('lubdub.source.then(source => source.engine !== lubdub.engines.here)'))
    assert.match((await browser.value('seen')).join(), /large\.csv: [1-9]\d% read/)
    await browser.value('lubdub.remove()')
    const cancelled = await browser.value(`(async () => {
      const big = new File([${JSON.stringify(lines[0])} + '\\n' + '1,uwb,1,,\\n'.repeat(400000)], 'again.csv')
      new MutationObserver(() => document.querySelector('#reading-file button')?.click())
        .observe(document.getElementById('reading-file'), {childList: true})
      await lubdub.openFile(big)
      return document.getElementById('message').textContent
    })()`)
    assert.match(cancelled, /again\.csv: reading was cancelled/)
  })
})

test('An archive that unpacks to too much is refused, and text in UTF-16 is read', () => {
  writeFileSync(file('bomb.csv.gz'), gzipSync(Buffer.alloc(300e6, '1,1\n')))
  return within(page('datasets/approach.csv'), async browser => {
    await browser.choose(file('bomb.csv.gz'))
    await browser.until('!document.getElementById("message").hidden')
    assert.match(await text(browser, 'message'), /bomb\.csv\.gz: it has more than 100 MB and is not a trace/)
    const wide = [...Buffer.from(`\ufeff${readFileSync('datasets/approach.csv', 'utf8')}`, 'utf16le')]
    await browser.value(`lubdub.openFile(new File([Uint8Array.from(${JSON.stringify(wide)})], 'wide.csv'))`)
    assert.equal(await browser.value('lubdub.view.name + lubdub.view.rows.count'), 'wide.csv721')
  })
})

test('A page without a session plays an example after one click', () => {
  run('studio', '-o', file('example.html'))
  return within(file('example.html'), async browser => {
    await browser.value('document.getElementById("example").click()')
    await browser.until('document.getElementById("heart").getAnimations().length > 0 || lubdub.player.loop')
    assert.match(await text(browser, 'sentence'), /^\d+ beats in 54 s: away/)
    assert.match(await text(browser, 'large'), /\d of \dTrue changes followed|True changes followed\d+ of \d+/)
  })
})

test('Paper gets the chart as it is, and leaves the view alone', () =>
  within(page('datasets/approach.csv'), async browser => {
    const view = () => browser.value('JSON.stringify([lubdub.chart.scale.from, lubdub.chart.scale.to])')
    const before = await view()
    await browser.value('dispatchEvent(new Event("beforeprint"))')
    assert.equal(await view(), before)
    assert.match(await browser.value('document.querySelector("#paper svg").textContent'), /Heartbeat/)
    await browser.value('dispatchEvent(new Event("afterprint"))')
    assert.equal(await view(), before)
  }))

test('Undo in a field of a number takes the setting and the field back together', () =>
  within(page('datasets/approach.csv'), async browser => {
    const pair = () => browser.value(`JSON.stringify([
      document.querySelector('#controls input[type=number]').value, \`\${lubdub.draft.shown.zones.edges[0]}\`])`)
    const before = await pair()
    await browser.value(`(() => {
      const field = document.querySelector('#controls input[type=number]')
      field.focus()
      field.value = '0.1'
      field.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
    assert.equal(await pair(), '["0.1","0.1"]')
    await browser.value(`document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }))`)
    assert.equal(await pair(), before)
  }))

test('Paper gets the chart as vectors', () =>
  within(page('datasets/approach.csv'), async browser => {
    await browser.value('dispatchEvent(new Event("beforeprint"))')
    const marks = await browser.value('document.querySelectorAll("#paper svg :is(path, rect, text)").length')
    assert.ok(marks > 100, `${marks}`)
    await browser.value('dispatchEvent(new Event("afterprint"))')
    assert.equal(await browser.value('document.querySelectorAll("#paper svg").length'), 0)
  }))

test('A dense trace is drawn as a band and ticks: no column of the range hides the estimate', () => {
  run('simulate', 'hover-at-edge', '--seed', '3', '--duration', '7200', '--rate', '10', '-o', file('dense.csv'))
  return within(page(file('dense.csv')), async browser => {
    // One outlier a minute would be a block from top to bottom.
    const drawn = await browser.value(`(() => {
      const { fillRect } = CanvasRenderingContext2D.prototype
      const color = getComputedStyle(document.documentElement).getPropertyValue('--range').trim()
      let [bars, tall] = [0, 0]
      CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
        if (this.fillStyle === color && this.globalAlpha > 0.5) bars += 1
        if (this.fillStyle === color && this.globalAlpha > 0.5 && height > 6) tall += 1
        return fillRect.call(this, x, y, width, height)
      }
      lubdub.chart.redraw()
      return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
        CanvasRenderingContext2D.prototype.fillRect = fillRect
        done([bars > 0, tall])
      })))
    })()`)
    assert.deepEqual(drawn, [true, 0])
  })
})

test('A settings file that is dropped gives what the tool makes of it, and a wrong one says where', () =>
  within(page('datasets/approach.csv'), async browser => {
    for (const preset of await browser.value('JSON.parse(document.getElementById("constants").textContent).presets.map(one => one.name)')) {
      const settings = run('preset', preset, '--all', '--json')
      writeFileSync(file('preset.json'), settings)
      await drop(browser, 'preset.json', settings)
      assert.equal(await text(browser, 'message'), '')
      await settled(browser)
      assert.equal(await exported(browser, 'json'), run('run', 'datasets/approach.csv', '-o', '-', '--config', file('preset.json')), preset)
    }
    const held = await browser.value('JSON.stringify(lubdub.draft.held)')
    for (const [name, settings, reason] of [
      ['wrong.json', '{"zones": {"edges": [2, 1]}}', 'zones.edges'], ['wrong.json', '{"zones": {"edge": 1}}', 'zones.edge'],
      ['wrong.yaml', 'zones:\n  edges: [1, 2]\n', 'settings are read here as JSON, as lubdub preset NAME --json prints them; lubdub report TRACE --config wrong.yaml'],
    ]) {
      await drop(browser, name, settings)
      assert.ok((await text(browser, 'message')).includes(reason), await text(browser, 'message'))
      assert.equal(await browser.value('JSON.stringify(lubdub.draft.held)'), held)
    }
  }))
