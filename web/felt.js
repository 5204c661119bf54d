// Several links as one session, live or as `lubdub run --all-peers --mix` writes it: who of them is felt.
import { table } from './elements.js'
import { seconds } from './numbers.js'
import { drawBlocks } from './track.js'

/** @param {Felt[]} changes @param {number} end @returns who was felt, as stretches of time */
function feltStretches(changes, end) {
  return changes.map(({ t_s: from, peer }, i) => ({ from, to: changes[i + 1]?.t_s ?? end, peer }))
}

/** @param {View} view @returns {Track | null} null where nobody was chosen */
export function feltTrack(view) {
  const felt = feltStretches(view.felt, view.duration)
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

/** @param {Felt[]} felt @returns who was felt from when on, as a table; none where nobody was chosen */
export function feltTables(felt) {
  return felt.length === 0 ? [] : [table('Who is felt', ['From', 'Felt'], felt.map(({ t_s, peer }) => [seconds(t_s), peer ?? 'nobody']))]
}
