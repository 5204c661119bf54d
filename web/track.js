// One track of the chart: a strip of the canvas with its own vertical scale.
import { eachColumn } from './columns.js'
import { lowerBound } from './scale.js'

/** The spacing of values over the height of a track. The square root enlarges near values without hiding far ones. */
export const warps = {
  'square root': Math.sqrt,
  linear: (/** @type {number} */ value) => value,
  logarithmic: (/** @type {number} */ value) => Math.log(value),
}

/** A function from values to pixels.
 * @param {Drawing} drawing @param {number} low at the bottom @param {number} high at the top @param {(value: number) => number} [warp]
 * @returns {(value: number) => number} */
export function vertical({ top, height }, low, high, warp = warps.linear) {
  const [bottom, end] = [warp(low), warp(high)]
  const pixels = (height - 6) / (end - bottom || 1)
  return value => top + height - 2 - (warp(Math.min(Math.max(value, low), high)) - bottom) * pixels
}

/** Draws only inside the track's place, not over the labels on its left. A mark at the rim is complete.
 * @param {Drawing} drawing @param {() => void} draw */
export function clipped({ context, scale, top, height }, draw) {
  within(context, [scale.left - 3, top, scale.right - scale.left + 6, height], draw)
}

/** @param {CanvasRenderingContext2D} context @param {[number, number, number, number]} place left, top, width and height of the drawing @param {() => void} draw */
export function within(context, place, draw) {
  context.save()
  context.beginPath()
  context.rect(...place)
  context.clip()
  draw()
  context.restore()
}

/** @param {CanvasRenderingContext2D} context @param {string} text @param {number} x @param {number} y @param {string} fillStyle
 * @param {CanvasTextAlign} [textAlign] @param {CanvasTextBaseline} [textBaseline] */
export function write(context, text, x, y, fillStyle, textAlign = 'left', textBaseline = 'middle') {
  Object.assign(context, { fillStyle, textAlign, textBaseline }).fillText(text, x, y)
}

/** @param {CanvasRenderingContext2D} context @param {string} fillStyle @param {number} x @param {number} y @param {number} width @param {number} height */
export function fill(context, fillStyle, x, y, width, height) {
  Object.assign(context, { fillStyle }).fillRect(x, y, width, height)
}

/** @param {Drawing} drawing @param {number[]} values @param {(value: number) => number} y @param {(value: number) => string} label */
export function drawLevels({ context, scale, colors }, values, y, label) {
  for (const value of values) {
    const place = Math.round(y(value))
    fill(context, colors.grid, scale.left, place, scale.right - scale.left, 1)
    write(context, label(value), scale.left - 6, place + 0.5, colors.muted, 'right')
  }
}

/** Draws stretches of time as blocks, with their names if there is room.
 * @param {Drawing} drawing @param {{from: number, to: number, color: string, ink?: string, label: string}[]} stretches
 * @param {number} top @param {number} height */
export function drawBlocks({ context, scale, colors }, stretches, top, height) {
  for (const { from, to, color, ink, label } of stretches) {
    if (to < scale.from || from > scale.to) continue
    const left = Math.max(scale.left, scale.x(from))
    const width = Math.max(1, Math.min(scale.right, scale.x(to)) - left)
    fill(context, color, left, top, width, height)
    if (width < 14 || context.measureText(label).width + 10 > width) continue
    write(context, label, left + 5, top + height / 2 + 0.5, ink ?? colors.panel)
  }
}

/** Draws a line through values; silence of more than 3 s interrupts it. If every pixel column has several values, the line
 * is a column from the smallest to the largest: a path with that many turns would be too slow to draw.
 * @param {Drawing} drawing @param {Float64Array} times @param {Float64Array} values
 * @param {(value: number) => number} y @param {{color: string, width: number, dash?: number[]}} style */
export function drawLine({ context, scale }, times, values, y, style) {
  if (isDense(times, scale)) return drawColumns(context, scale, times, values, y, style)
  context.strokeStyle = style.color
  context.lineWidth = style.width
  context.setLineDash(style.dash ?? [])
  context.lineJoin = 'round'
  context.beginPath()
  let [before, place] = [-Infinity, -Infinity]
  eachColumn(times, values, scale, (x, low, high, last, index) => {
    const opens = times[index] - before > 3 && x - place > 3
    if (opens) context.moveTo(x, y(last))
    else if (y(low) - y(high) > 1.5) {
      context.lineTo(x, y(low))
      context.lineTo(x, y(high))
      context.lineTo(x, y(last))
    } else context.lineTo(x, y(last))
    before = times[index]
    place = x
  })
  context.stroke()
  context.setLineDash([])
}

/** @param {CanvasRenderingContext2D} context @param {TimeScale} scale
 * @param {Float64Array} times @param {Float64Array} values @param {(value: number) => number} y @param {{color: string, width: number}} style */
function drawColumns(context, scale, times, values, y, style) {
  context.fillStyle = style.color
  let [before, place] = [NaN, -Infinity]
  eachColumn(times, values, scale, (x, low, high, last) => {
    // From the end of the previous column, so that the line has no gaps.
    const joins = x - place <= 3
    const top = y(joins ? Math.max(high, before) : high)
    const bottom = y(joins ? Math.min(low, before) : low)
    context.fillRect(Math.floor(x), top - style.width / 2, 1, Math.max(style.width, bottom - top))
    before = last
    place = x
  })
}

/** @param {Float64Array} times @param {TimeScale} scale @returns whether there are more than eight rows for each pixel */
export const isDense = (times, scale) => lowerBound(times, scale.to) - lowerBound(times, scale.from) > 8 * (scale.right - scale.left)
