// Distance over time: zones, bands, interval, raw ranges, truth, estimate, and the previous run.
import { eachColumn, eachSpread, quantile } from './columns.js'
import { constants } from './constants.js'
import { metres, rounded } from './numbers.js'
import { zoneColors } from './palette.js'
import { eventOf } from './rows.js'
import { lowerBound, ticks } from './scale.js'
import { clipped, drawLevels, drawLine, fill, isDense, vertical, warps, write } from './track.js'

const bandLabel = 'band: no change inside' // the label of a band around an edge

/** @param {View} view @param {keyof typeof warps} warp the spacing of distances over the height @param {number} height
 * @param {boolean} isLabelled whether lines are labeled, because there is no legend @returns {DistanceTrack} */
export function distanceTrack(view, warp, height, isLabelled) {
  const lowest = warp === 'logarithmic' ? 0.01 : 0
  const place = (/** @type {Drawing} */ drawing) => vertical(drawing, lowest, highest(view, drawing.scale), warps[warp])
  return {
    title: 'Distance: each band of color is a zone',
    height,
    place,
    draw(drawing) {
      const y = place(drawing)
      const top = highest(view, drawing.scale)
      drawLevels(drawing, levels(lowest, top, warp, y), y, value => `${value} m`)
      drawZones(drawing, view, y, top)
      const { colors } = drawing
      clipped(drawing, () => {
        drawInterval(drawing, view, y)
        drawSamples(drawing, view, y, top)
        drawLine(drawing, view.times, view.rows.truths, y, { color: colors.truth, width: 1.5 })
        for (const { times, session, color } of view.overlays) {
          drawLine(drawing, times, session.distance, y, { color: colors[color], width: 1.5, dash: [5, 4] })
        }
        drawLine(drawing, view.times, view.session.distance, y, { color: colors.estimate, width: 2 })
        if (isLabelled) drawNames(drawing, view, y)
      })
    },
    read(time) {
      const i = view.rowAt(time)
      const { session, rows } = view
      if (i < 0 || Number.isNaN(session.distance[i])) return 'no estimate'
      const isTaught = constants.events[eventOf(rows.kinds[i]) - 1] === 'at'
      const also = [[isTaught ? 'taught' : 'measured', rows.ranges[i]], ['truth', rows.truths[i]]].filter(([, value]) => !Number.isNaN(value))
        .map(([name, value]) => `, ${name} ${rounded(Number(value), 2)}`).join('')
      const isInBand = session.bands.some(({ low, high }) => low <= session.distance[i] && session.distance[i] < high)
      return `${metres(session.distance[i])}, from ${rounded(session.low[i], 2)} to ${rounded(session.high[i], 2)} m${also}; by ${
        constants.radios[session.radio[i]]?.name ?? '–'}${isInBand ? ', in the band of an edge' : ''}`
    },
  }
}

/** Labels each line at its largest distance from the other.
 * @param {Drawing} drawing @param {View} view @param {(value: number) => number} y */
function drawNames({ context, scale, colors }, { times, rows, session }, y) {
  const lines = /** @type {const} */ ([['estimate', session.distance, rows.truths], ['truth', rows.truths, session.distance]])
  for (const [name, values, others] of lines) {
    let [most, x, at, isAbove] = [-1, 0, 0, true]
    for (let place = 0.08; place < 0.8; place += 0.06) {
      const i = lowerBound(times, scale.from + place * (scale.to - scale.from))
      const [here, other] = [y(values[i]), y(others[i])]
      const away = Number.isNaN(here) || values[i] === undefined ? -1 : Number.isNaN(other) ? 0 : Math.abs(here - other)
      if (away > most) [most, x, at, isAbove] = [away, scale.x(times[i]), here, !(here > other)]
    }
    if (most < 0) continue
    const middle = isAbove ? at - 10 : at + 10
    context.globalAlpha = 0.75
    fill(context, colors.panel, x - 2, middle - 7, context.measureText(name).width + 4, 14)
    context.globalAlpha = 1
    write(context, name, x, middle, colors[name])
  }
}

/** Round distances whose marks don't touch.
 * @param {number} low @param {number} top @param {keyof typeof warps} warp @param {(value: number) => number} y */
function levels(low, top, warp, y) {
  if (warp === 'linear') return ticks(0, top, 6)
  const values = [0, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].filter(value => value >= low && value <= top)
  let free = Infinity
  return values.filter((value, i) => {
    const pixel = y(value)
    if (pixel > free - 16 && i > 0) return false
    free = pixel
    return true
  })
}

/** @param {View} view @param {TimeScale} scale @returns the largest distance shown: that in view, so that zooming opens both axes */
function highest({ session, rows, times, edges }, scale) {
  const [from, to] = [Math.max(0, lowerBound(times, scale.from) - 1), lowerBound(times, scale.to) + 1]
  const usual = Math.max(...[session.distance, rows.truths].map(values => quantile(values.subarray(from, to), 0.99) ?? 0))
  const top = Math.max(usual * 1.2, (edges[0] ?? 1) * 2, 0.1)
  // Whole steps, so that it does not tremble while the time moves.
  const step = 10 ** Math.floor(Math.log10(top)) / 4
  return Number((Math.ceil(top / step) * step).toPrecision(6))
}

/** @param {Drawing} drawing @param {View} view @param {(value: number) => number} y @param {number} top */
function drawZones({ context, scale, colors }, view, y, top) {
  const width = scale.right - scale.left
  const limits = [0, ...view.edges, Infinity]
  const zones = view.zoneNames.map((name, zone) => ({ name, zone, high: y(Math.min(top, limits[zone + 1])), low: y(limits[zone]) }))
    .filter(({ zone }) => limits[zone] < top)
  for (const { zone, high, low } of zones) {
    context.globalAlpha = 0.15
    fill(context, zoneColors(colors, zone, view.zoneNames.length).color, scale.left, high, width, low - high)
    context.globalAlpha = 1
    if (limits[zone + 1] < top) context.fillRect(scale.left, high - 0.5, width, 1)
  }
  for (const { low, high } of view.session.bands) {
    if (low >= top) continue
    const place = y(Math.min(top, high))
    const height = Math.max(1, y(Math.max(0, low)) - place)
    fill(context, colors.band, scale.left, place, width, height)
    if (height <= 17) continue
    // The line of the edge goes through the band.
    const [x, middle, half] = [scale.left + width / 2, place + height / 2, context.measureText(bandLabel).width / 2 + 5]
    fill(context, colors.panel, x - half, middle - 7, 2 * half, 14)
    write(context, bandLabel, x, middle, colors.text, 'center')
  }
  for (const { name, high, low } of zones) if (low - high > 14) write(context, name, scale.left + 6, high + 3, colors.text, 'left', 'top')
}

/** @param {Drawing} drawing @param {View} view @param {(value: number) => number} y */
function drawInterval({ context, scale, colors }, { times, session }, y) {
  const isFine = isDense(times, scale)
  const columns = /** @type {{x: number, high: number, low: number, time: number}[]} */ ([])
  eachColumn(times, session.high, scale, (x, _low, high, _last, index) => columns.push({ x, high: y(high), low: 0, time: times[index] }))
  let at = 0
  eachColumn(times, session.low, scale, (_x, low) => {
    if (at < columns.length) columns[at].low = y(low)
    at += 1
  })
  context.fillStyle = colors.interval
  let run = /** @type {typeof columns} */ ([])
  const close = () => {
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
    if (before && column.time - before.time > 3 && column.x - before.x > 3) close()
    run.push(column)
  }
  close()
}

/** Raw ranges: a dot for each if there is room, otherwise a band from 5% to 95% of each pixel. Ranges above the chart are ticks at its rim.
 * @param {Drawing} drawing @param {View} view @param {(value: number) => number} y @param {number} top */
function drawSamples({ context, scale, colors }, { times, rows }, y, top) {
  context.fillStyle = colors.range
  const rim = y(top)
  if (isDense(times, scale)) {
    context.globalAlpha = 0.35
    eachSpread(times, rows.ranges, scale, (x, low, high) => {
      if (low < top) context.fillRect(Math.floor(x), y(high) - 0.5, 1, Math.max(1, y(low) - y(high)))
    })
    context.globalAlpha = 0.7
    eachColumn(times, rows.ranges, scale, (x, _low, high) => {
      if (high > top) context.fillRect(Math.floor(x), rim, 1, 4)
    })
  } else {
    context.globalAlpha = 0.5
    const end = Math.min(times.length, lowerBound(times, scale.to) + 1)
    for (let i = Math.max(0, lowerBound(times, scale.from) - 1); i < end; i++) {
      const range = rows.ranges[i]
      const x = scale.x(times[i])
      if (range > top) context.fillRect(x - 0.75, rim, 1.5, 5)
      else if (range === range) context.fillRect(x - 1, y(range) - 1, 2, 2)
    }
  }
  context.globalAlpha = 1
}
