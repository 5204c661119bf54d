// A session to try the page with: somebody comes near, waits, comes into contact and goes again.

/** Places on the way: a moment in seconds and a distance in metres. */
const way = [[0, 3.2], [6, 3], [14, 1.4], [20, 1.3], [27, 0.35], [30, 0.12], [33, 0.02], [40, 0.02], [46, 0.6], [54, 3.5]]

/** The trace as CSV: five ranges a second, whose errors are the same each time. */
export function exampleTrace() {
  let seed = 7
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  const lines = ['t_s,range_m,truth_m']
  for (let i = 0; i <= 270; i++) {
    const t = i / 5
    const next = Math.max(1, way.findIndex(([time]) => time >= t))
    const [[from, a], [to, b]] = [way[next - 1], way[next]]
    const share = (t - from) / (to - from)
    const truth = a + (b - a) * share * share * (3 - 2 * share)
    const error = (random() + random() + random() - 1.5) * 0.1 + (random() < 0.02 ? 2 : 0)
    lines.push([t.toFixed(1), Math.max(0, truth + error).toFixed(3), truth.toFixed(3)].join())
  }
  return `${lines.join('\n')}\n`
}
