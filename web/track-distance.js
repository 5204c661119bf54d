// Distance over time: zones, bands, interval, raw ranges, truth, estimate, and the run before.
import { eachColumn, quantile } from './columns.js'
import { metres } from './numbers.js'
import { zoneColor } from './palette.js'
import { radioNames } from './rows.js'
import { ticks } from './scale.js'
import { statusNames } from './session.js'
import { clipped, drawLevels, drawLine, isDense, vertical } from './track.js'

/**
 * @param {import('./view.js').View} view
 * @returns {import('./track.js').Track}
 */
export function distanceTrack(view) {
  const top = highest(view)
  return {
    title: 'Distance',
    height: 300,
    draw(drawing) {
      const y = vertical(drawing, 0, top)
      drawZones(drawing, view, y, top)
      drawLevels(drawing, ticks(0, top, 6), y, value => `${value} m`)
      const { colors } = drawing
      clipped(drawing, () => {
        drawInterval(drawing, view, y)
        drawSamples(drawing, view, y)
        drawLine(drawing, view.times, view.rows.truths, y, { color: colors.truth, width: 1.5 })
        if (view.ghost) {
          drawLine(drawing, view.times, view.ghost.distance, y,
            { color: colors.ghost, width: 1.5, dash: [5, 4] })
        }
        drawLine(drawing, view.times, view.session.distance, y, { color: colors.estimate, width: 2 })
      })
    },
    read(time) {
      const i = view.rowAt(time)
      const { session, rows } = view
      if (i < 0 || Number.isNaN(session.distance[i])) return 'no estimate'
      const truth = Number.isNaN(rows.truths[i]) ? '' : `, truth ${metres(rows.truths[i])}`
      const range = Number.isNaN(rows.ranges[i]) ? '' : `, measured ${metres(rows.ranges[i])}`
      const radio = radioNames[session.radio[i]] ?? ''
      const status = statusNames[session.status[i]] ?? ''
      return `${metres(session.distance[i])} [${metres(session.low[i])} to ${metres(session.high[i])}], `
        + `${radio}, ${status}${range}${truth}`
    },
  }
}

/**
 * The largest distance shown.
 * @param {import('./view.js').View} view
 */
function highest({ session, rows, edges }) {
  const usual = Math.max(quantile(session.distance, 0.99) ?? 0, quantile(rows.truths, 0.99) ?? 0)
  return Math.max(usual * 1.2, (edges[0] ?? 1) * 2, 0.1)
}

/**
 * @param {import('./track.js').Drawing} drawing @param {import('./view.js').View} view
 * @param {(value: number) => number} y @param {number} top
 */
function drawZones({ context, scale, colors }, view, y, top) {
  const width = scale.right - scale.left
  const limits = [0, ...view.edges, Infinity]
  context.textAlign = 'right'
  context.textBaseline = 'top'
  view.zoneNames.forEach((name, zone) => {
    if (limits[zone] >= top) return
    const [high, low] = [y(Math.min(top, limits[zone + 1])), y(limits[zone])]
    context.globalAlpha = 0.13
    context.fillStyle = zoneColor(colors, zone, view.zoneNames.length)
    context.fillRect(scale.left, high, width, low - high)
    context.globalAlpha = 1
    context.fillStyle = colors.muted
    if (low - high > 14) context.fillText(name, scale.right - 6, high + 3)
  })
  context.fillStyle = colors.band
  for (const { low, high } of view.session.bands) {
    if (low >= top) continue
    const place = y(Math.min(top, high))
    context.fillRect(scale.left, place, width, Math.max(1, y(Math.max(0, low)) - place))
  }
}

/**
 * @param {import('./track.js').Drawing} drawing @param {import('./view.js').View} view
 * @param {(value: number) => number} y
 */
function drawInterval({ context, scale, colors }, { times, session }, y) {
  const isFine = isDense(times, scale)
  const columns = /** @type {{x: number, high: number, low: number, time: number}[]} */ ([])
  eachColumn(times, session.high, scale, (x, _low, high, _last, index) =>
    columns.push({ x, high: y(high), low: 0, time: times[index] }))
  let at = 0
  eachColumn(times, session.low, scale, (_x, low) => {
    if (at < columns.length) columns[at].low = y(low)
    at += 1
  })
  context.fillStyle = colors.interval
  let run = /** @type {typeof columns} */ ([])
  const fill = () => {
    if (isFine) {
      for (const { x, high, low } of run) context.fillRect(Math.floor(x), high, 1, low - high)
    } else if (run.length > 1) {
      context.beginPath()
      for (const { x, high } of run) context.lineTo(x, high)
      for (const { x, low } of run.reverse()) context.lineTo(x, low)
      context.fill()
    }
    run = []
  }
  for (const column of columns) {
    const before = run.at(-1)
    if (before && column.time - before.time > 3 && column.x - before.x > 3) fill()
    run.push(column)
  }
  fill()
}

/**
 * Raw ranges: a dot where there is room, else a stroke from the smallest to the largest of a column.
 * @param {import('./track.js').Drawing} drawing @param {import('./view.js').View} view
 * @param {(value: number) => number} y
 */
function drawSamples({ context, scale, colors }, { times, rows }, y) {
  context.fillStyle = colors.range
  eachColumn(times, rows.ranges, scale, (x, low, high) => {
    const top = y(high)
    context.fillRect(x - 1.25, top - 1.25, 2.5, Math.max(2.5, y(low) - top))
  })
}
