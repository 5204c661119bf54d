// Zones that are added and removed, in all the settings that have a value for each.

/** Lists of one value for each zone that beats. */
const perZone = ['intervals', 'intensities']

/** Lists of one value for each edge, or of one for all. */
const perEdge = ['falseChangeInterval', 'halfBand', 'lookAhead', 'margin', 'dwell']

/**
 * Splits a zone in two; the outermost one ends where it was.
 * @param {any} settings @param {number} zone from the nearest
 */
export function withZone(settings, zone) {
  const next = structuredClone(settings)
  const { zones, heartbeat } = next
  const edges = [zones.edges].flat()
  const [low, high] = [edges[zone - 1] ?? 0, edges[zone] ?? edges[edges.length - 1] * 2]
  const edge = zone < edges.length ? tidyEdge((low + high) / 2) : tidyEdge(high)
  zones.edges = edges.toSpliced(Math.min(zone, edges.length), 0, edge)
  const taken = new Set(zones.names)
  let number = zones.names.length + 1
  while (taken.has(`zone ${number}`)) number += 1
  zones.names = zones.names.toSpliced(zone + 1, 0, `zone ${number}`)
  for (const name of perZone) {
    const list = [heartbeat[name]].flat()
    heartbeat[name] = list.toSpliced(zone, 0, list[Math.min(zone, list.length - 1)])
  }
  eachPerEdge(zones, edges.length, list => list.toSpliced(zone, 0, list[Math.min(zone, list.length - 1)]))
  return next
}

/**
 * Takes a zone away; the next one farther out reaches in to where it began.
 * @param {any} settings @param {number} zone from the nearest
 */
export function withoutZone(settings, zone) {
  const next = structuredClone(settings)
  const { zones, heartbeat } = next
  const edges = [zones.edges].flat()
  const edge = Math.min(zone, edges.length - 1)
  zones.edges = edges.toSpliced(edge, 1)
  zones.names = zones.names.toSpliced(zone, 1)
  for (const name of perZone) heartbeat[name] = [heartbeat[name]].flat().toSpliced(zone, 1)
  eachPerEdge(zones, edges.length, list => list.toSpliced(edge, 1))
  return next
}

/**
 * @param {any} zones @param {number} count of edges before @param {(list: number[]) => number[]} change
 */
function eachPerEdge(zones, count, change) {
  for (const radio of ['range', 'rssi', 'position']) {
    for (const name of perEdge) {
      const list = zones[radio]?.[name]
      if (Array.isArray(list) && list.length > 1 && list.length === count) zones[radio][name] = change(list)
    }
  }
}

/** @param {number} metres */
const tidyEdge = metres => Number(metres.toPrecision(3))
