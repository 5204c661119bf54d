// Edges of zones that fit a recording: each zone gets a share of its time.
import { quantile } from './columns.js'

const [leastRatio, leastGap] = [1.08, 0.05] // edges are farther from each other than this share, and this many meters

/** @param {Float64Array} distances of the estimate, NaN if missing @param {number} count of the edges
 * @returns {number[] | null} null if there are no estimates */
export function fittedEdges(distances, count) {
  /** @type {number[]} */ const edges = []
  for (let i = 0; i < count; i++) {
    const found = quantile(distances, (i + 1) / (count + 1))
    if (found === undefined) return null
    const least = edges.length > 0 ? Math.max(edges[i - 1] * leastRatio, edges[i - 1] + leastGap) : 0.05
    edges.push(Number(Math.max(found, least).toPrecision(2)))
  }
  return edges
}
