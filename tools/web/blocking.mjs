// How long a page does not answer while a slider moves, by the browser's own trace: node blocking.mjs BROWSER PAGE
import { pathToFileURL } from 'node:url'
import { Browser } from './browser.mjs'

const [program, html] = process.argv.slice(2)
const browser = await Browser.start(program)
await browser.open(pathToFileURL(html).href)

/** Moves an edge, and waits for the run and for some frames after it. */
const move = edge => browser.value(`(async () => {
  const slider = document.querySelector('[data-setting="zones.edges[2]"]')
  slider.value = ${edge}
  slider.dispatchEvent(new Event('input'))
  for (let more = 20; more > 0;) {
    await new Promise(done => setTimeout(done, 20))
    if (lubdub.shown.ran.includes('${edge}')) more -= 1
  }
})()`)
await move(1.3)
await browser.send('Tracing.start', {
  transferMode: 'ReturnAsStream', traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
})
for (const edge of [1.4, 1.5, 1.25, 1.45, 1.35]) await move(edge)
const trace = await browser.trace()
const main = trace.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
const tasks = trace.filter(({ pid, tid, name, ph }) =>
  pid === main.pid && tid === main.tid && ph === 'X' && name.includes('RunTask'))
await browser.close()
const longest = key => Math.max(...tasks.map(task => (task[key] ?? 0) / 1000)).toFixed(1)
console.log(`five moves: the longest task of the page took ${longest('tdur')} ms of the processor, ${longest('dur')} ms in all`)
