// Several links as one session, as `lubdub run --all-peers --mix` writes it: who of them is felt.
import { table } from './elements.js'
import { seconds } from './numbers.js'
import { drawBlocks } from './track.js'

/**
 * Who was felt, as stretches of time.
 * @param {import('./session.js').Session} session @param {number} end
 * @returns {{from: number, to: number, peer: string | null}[]}
 */
function feltStretches(session, end) {
  /** @type {{t_s: number, peer: string | null}[]} */ const changes = session.document.felt ?? []
  return changes.map(({ t_s: from, peer }, i) => ({ from, to: changes[i + 1]?.t_s ?? end, peer }))
}

/**
 * @param {import('./view.js').View} view
 * @returns {import('./track.js').Track | null} null where nobody was chosen
 */
export function feltTrack(view) {
  const felt = feltStretches(view.session, view.duration)
  if (felt.length === 0) return null
  const names = [...new Set(felt.map(({ peer }) => peer))]
  return {
    title: 'Felt',
    height: 22,
    draw(drawing) {
      drawBlocks(drawing, felt.map(({ from, to, peer }) => ({
        from, to, label: peer ?? 'nobody', color: drawing.colors[`zone${4 - names.indexOf(peer) % 5}`],
      })), drawing.top, 18)
    },
    read: time => felt.findLast(({ from }) => from <= time)?.peer ?? 'nobody',
  }
}

/**
 * Who was felt from when on, as a table; none where nobody was chosen.
 * @param {import('./session.js').Session} session
 */
export function feltTables(session) {
  const felt = feltStretches(session, Infinity)
  return felt.length === 0 ? [] : [
    table('Who is felt', ['From', 'Felt'], felt.map(({ from, peer }) => [seconds(from), peer ?? 'nobody']))]
}
