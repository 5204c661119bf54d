// Times a page while it is panned: node pan.mjs BROWSER PAGE
import { pathToFileURL } from 'node:url'
import { Browser } from './browser.mjs'

const [program, html] = process.argv.slice(2)
const browser = await Browser.start(program)
const begin = performance.now()
await browser.open(pathToFileURL(html).href)
const opened = (performance.now() - begin) / 1000
// Half of the session is seen, and moves by a hundredth of it in each frame.
const frames = await browser.value(`(async () => {
  const { chart } = lubdub
  chart.zoom(0.5)
  const frames = []
  let before = performance.now()
  for (let i = 0; i < 120; i++) {
    chart.scale.pan((i % 2 ? 1 : -1) * chart.scale.duration / 100)
    chart.redraw()
    await new Promise(requestAnimationFrame)
    const now = performance.now()
    frames.push(now - before)
    before = now
  }
  return frames.sort((a, b) => a - b)
})()`)
const spent = await browser.value('document.getElementById("spent").textContent')
await browser.close()
console.log(`open ${opened.toFixed(1)} s; ${spent}`)
console.log(`frames while panning: median ${frames[60].toFixed(1)} ms, P95 ${frames[114].toFixed(1)} ms`)
