// Several links as one session, live or as `lubdub run --all-peers --mix` writes it: who of them is felt.
import { drawBlocks } from './track.js'

/** @param {View} view @returns {Track | null} null where nobody was chosen */
export function feltTrack(view) {
  const felt = view.felt.map(({ t_s: from, peer }, i) => ({ from, to: view.felt[i + 1]?.t_s ?? view.duration, peer }))
  if (felt.length === 0) return null
  const isShown = felt.some(({ peer }) => peer === view.name)
  return {
    title: 'Felt',
    height: 22,
    draw(drawing) {
      drawBlocks(drawing, felt.map(({ from, to, peer }, i) => ({
        from, to, label: peer ?? 'nobody', color: drawing.colors[peer === view.name || (!isShown && i % 2 === 0) ? 'beat' : i % 2 === 0 ? 'muted' : 'range'],
      })), drawing.top, 18)
    },
    read: time => felt.findLast(({ from }) => from <= time)?.peer ?? 'nobody',
  }
}
