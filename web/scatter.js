// A chart of points and lines as a drawing in the page. A point that is pointed at, or has the focus, shows its
// settings.
import { make } from './elements.js'
import { fourDigits } from './numbers.js'
import { ticks } from './scale.js'
import { vectorElement as element } from './vector.js'

/** The place for a chart. A narrow page, or a chart next to others, has fewer marks but letters of the same size.
 * @param {boolean} isSmall */
function roomFor(isSmall) {
  const [width, height] = isSmall || innerWidth < 600 ? [350, 260] : [Math.min(1500, innerWidth - 90), 380]
  return { width, height, left: 56, right: width - 14, top: 34, bottom: height - 48 }
}

/** @param {MarkChart} chart @returns {HTMLElement} */
export function scatter(chart) {
  const plot = roomFor(chart.isSmall ?? false)
  const { width, height } = plot
  const points = chart.series.flatMap(({ points }) => points)
  const x = axis(points.map(point => point.x), plot.left, plot.right)
  const y = axis(points.map(point => point.y), plot.bottom, plot.top)
  const readout = make('pre', { className: 'settings', tabIndex: 0, role: 'group', ariaLabel: 'The mark', textContent: 'Point at a mark to read what it is.' })
  const drawing = element('svg', { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': chart.title })
  for (const tick of ticks(x.low, x.high, width / 95)) {
    drawing.append(element('text', { x: x.pixel(tick), y: plot.bottom + 18, class: 'tick', 'text-anchor': 'middle' }, String(tick)))
  }
  for (const tick of ticks(y.low, y.high, 6)) {
    drawing.append(
      element('line', { x1: plot.left, x2: plot.right, y1: y.pixel(tick), y2: y.pixel(tick), class: 'grid' }),
      element('text', { x: plot.left - 8, y: y.pixel(tick) + 4, class: 'tick', 'text-anchor': 'end' }, String(tick)))
  }
  drawing.append(
    element('text', { x: plot.right, y: height - 10, class: 'axis', 'text-anchor': 'end' }, chart.x),
    element('text', { x: 4, y: 14, class: 'axis' }, chart.y))
  const groups = chart.series.map((series, index) => group(series, index, x, y, readout))
  // Lines hide no mark.
  drawing.append(...groups.toSorted((a, b) => b.querySelectorAll('polyline').length - a.querySelectorAll('polyline').length))
  const legend = make('ul', { className: 'legend' }, chart.series.map((series, index) =>
    make('li', { textContent: series.name, className: `series${index % 10}` })))
  const hasTexts = points.some(point => point.text !== '')
  return make('div', {}, [
    ...chart.hint ? [make('p', { className: 'note', textContent: chart.hint })] : [], /** @type {any} */ (drawing), ...(chart.series.length > 1 ? [legend] : []), ...(hasTexts ? [readout] : [])])
}

/** @param {MarkChart['series'][number]} series @param {number} index @param {Axis} x @param {Axis} y @param {HTMLElement} readout */
function group(series, index, x, y, readout) {
  const marks = element('g', { class: `series${index % 10}` })
  const places = series.points.map(point => [x.pixel(point.x), y.pixel(point.y)])
  if (series.isJoined) marks.append(element('polyline', { points: places.map(place => place.join(',')).join(' ') }))
  series.points.forEach((point, i) => {
    const mark = element('circle', { cx: places[i][0], cy: places[i][1], r: 5, tabindex: 0, role: 'img' })
    const heading = `${series.name}${point.name ? `, ${point.name}` : ''}: ${[point.x, point.y].map(value => fourDigits(`${value}`)).join(', ')}`
    mark.append(element('title', {}, heading))
    const show = () => { readout.textContent = point.text ? `${heading}\n${point.text}` : heading }
    mark.addEventListener('pointerenter', show)
    mark.addEventListener('focus', show)
    marks.append(mark)
  })
  return marks
}

/** @typedef {{low: number, high: number, pixel: (value: number) => number}} Axis */

/** @param {number[]} values @param {number} from @param {number} to @returns {Axis} */
function axis(values, from, to) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const room = (most - least) * 0.06 || Math.abs(most) * 0.1 || 1
  const [low, high] = [least >= 0 && least < room * 8 ? 0 : least - room, most + room]
  return { low, high, pixel: value => Number((from + ((value - low) / (high - low)) * (to - from)).toFixed(2)) }
}
