// The zones' colors are one ordered scale that everyone can read: computed from the style sheet.
//   node tools/web/palette.mjs
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

/** Lightness steps of neighbors, differences (CIEDE2000) of colors that are drawn together, and the contrast of labels and of lines, at least. */
const least = { step: 9, difference: 12, contrast: 4.5, ofLine: 3 }

/** What people with another color vision see: Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB. */
const sights = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}

const linear = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255)
  .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
const apply = (matrix, rgb) => matrix.map(row => Math.min(1, Math.max(0, row.reduce((sum, m, i) => sum + m * rgb[i], 0))))
const luminance = ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** CIE L*a*b* of linear RGB, white D65. */
function lab([r, g, b]) {
  const f = t => t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** CIEDE2000 (Sharma, Wu and Dalal 2005). */
export function difference([l1, a1, b1], [l2, a2, b2]) {
  const rad = Math.PI / 180
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 1.5 - 0.5 * Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7))
  const [c1, c2] = [Math.hypot(a1 * g, b1), Math.hypot(a2 * g, b2)]
  const hue = (a, b) => a === 0 && b === 0 ? 0 : (Math.atan2(b, a * g) / rad + 360) % 360
  const [h1, h2] = [hue(a1, b1), hue(a2, b2)]
  const turn = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180
  const [dl, dc, dh] = [l2 - l1, c2 - c1, 2 * Math.sqrt(c1 * c2) * Math.sin(turn / 2 * rad)]
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const h = c1 * c2 === 0 ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2
  const cos = (k, shift) => Math.cos((k * h + shift) * rad)
  const t = 1 - 0.17 * cos(1, -30) + 0.24 * cos(2, 0) + 0.32 * cos(3, 6) - 0.2 * cos(4, -63)
  const [sl, sc, sh] = [1 + 0.015 * (l - 50) ** 2 / Math.sqrt(20 + (l - 50) ** 2), 1 + 0.045 * c, 1 + 0.015 * c * t]
  const twist = -Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * rad) * 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7))
  return Math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + twist * dc / sc * dh / sh)
}

// Pairs of the paper's table 1.
for (const [first, second, expected] of [
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425], [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373], [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1],
]) assert.ok(Math.abs(difference(first, second) - expected) < 1e-4, `${difference(first, second)} for ${expected}`)

const [light, dark] = readFileSync('web/page.css', 'utf8').split('prefers-color-scheme: dark')
for (const [theme, style] of Object.entries({ light, dark })) {
  const colors = name => [0, 1, 2, 3, 4].map(i => style.match(new RegExp(`--${name}${i}: (#[0-9a-f]{6})`))[1])
  const zones = colors('zone').map(linear)
  colors('on-zone').map(linear).forEach((ink, i) => {
    const [low, high] = [luminance(ink), luminance(zones[i])].sort((a, b) => a - b)
    assert.ok((high + 0.05) / (low + 0.05) >= least.contrast, `${theme}: the label of zone ${i}`)
  })
  for (let i = 1; i < 5; i++) {
    assert.ok(lab(zones[i])[0] - lab(zones[i - 1])[0] >= least.step, `${theme}: lightness of zones ${i - 1} and ${i}`)
    for (const [sight, matrix] of Object.entries(sights)) {
      const found = difference(lab(apply(matrix, zones[i - 1])), lab(apply(matrix, zones[i])))
      assert.ok(found >= least.difference, `${theme}, ${sight}: zones ${i - 1} and ${i} differ by ${found.toFixed(1)}`)
    }
  }
}
/** All that is drawn in one chart, but its faint parts: the run, others behind it, and the zones. */
const over = [0, 1, 2, 3, 4, 5].map(i => `over${i}`)
const lines = ['estimate', 'truth', 'range', 'power', 'beat', 'pulse', 'warn', ...over]
const drawn = ['panel', 'ghost', 'zone0', 'zone1', 'zone2', 'zone3', 'zone4', ...lines]
/** The series of a chart of a benchmark, by their names in the style sheet. */
const series = [...readFileSync('web/others.css', 'utf8').matchAll(/\.series\d \{ --mark: var\(--([\w-]+)\)/g)].map(([, name]) => name)
assert.equal(series.length, 10)
let pairs = 0
for (const [theme, style] of Object.entries({ light, dark })) {
  const color = name => linear(style.match(new RegExp(`--${name}: (#[0-9a-f]{6})`))[1])
  for (const names of [drawn, series]) {
    names.forEach((name, i) => names.slice(0, i).forEach(other => {
      const found = difference(lab(color(name)), lab(color(other)))
      assert.ok(found >= least.difference, `${theme}: ${name} and ${other} differ by ${found.toFixed(1)}`)
      pairs += 1
    }))
  }
  for (const name of lines) {
    const [low, high] = [luminance(color(name)), luminance(color('panel'))].sort((a, b) => a - b)
    assert.ok((high + 0.05) / (low + 0.05) >= least.ofLine, `${theme}: the line of ${name} on the panel`)
  }
}
console.log(`✔ The colors of zones are ordered, and all ${pairs} pairs that are drawn together differ`)
