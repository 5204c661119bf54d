// The ceremony: its phases as a strip, cues and events of the link as marks.
import { constants } from './constants.js'
import { eventOf } from './rows.js'
import { drawBlocks, write } from './track.js'
import { spoken } from './words.js'

const lines = 3 // the number of lines for the names of cues and events

/** @param {View} view @returns {Track | null} null without a ceremony */
export function ceremonyTrack(view) {
  /** @type {{from: number, to: number, name: string}[]} */ const phases = []
  for (const phase of view.session.document.phases ?? []) {
    const last = phases.at(-1)
    if (last) last.to = phase.t_s
    phases.push({ from: phase.t_s, to: view.duration, name: spoken(phase.to) })
  }
  /** @type {{time: number, name: string, isCue: boolean}[]} */
  const marks = (view.session.document.cues ?? []).map((/** @type {any} */ cue) => ({ time: cue.t_s, name: spoken(cue.name), isCue: true }))
  const { kinds } = view.rows
  for (let i = 0; i < kinds.length; i++) {
    const event = eventOf(kinds[i])
    const name = spoken(constants.events[event - 1] ?? '')
    if (event > 0 && name !== 'at') marks.push({ time: view.times[i], name, isCue: false })
  }
  if (marks.length === 0 && phases.length < 2) return null
  return {
    title: 'Ceremony',
    height: 20 + 16 * lines,
    draw(drawing) {
      const { context, scale, colors, top } = drawing
      drawBlocks(drawing, phases.map(({ from, to, name }) => ({ from, to, color: colors.muted, label: name })), top, 17)
      // A name goes to the first line with room; if no line has room, the mark is a stroke above them.
      const free = Array.from({ length: lines }, () => -Infinity)
      for (const { time, name, isCue } of marks.toSorted((a, b) => a.time - b.time)) {
        if (time < scale.from || time > scale.to) continue
        const x = scale.x(time)
        context.fillStyle = isCue ? colors.beat : colors.truth
        const line = free.findIndex(one => x - 4 > one)
        const y = top + 29 + 16 * line
        context.beginPath()
        if (line < 0) context.fillRect(x - 1, top + 14, 2, 7)
        else context.arc(x, y, 4, 0, 7)
        context.fill()
        if (line < 0) continue
        const width = context.measureText(name).width + 10
        // At the right end, the name is placed before its mark, if there is room.
        const isBefore = x + width > scale.right && x - width > free[line]
        write(context, name, isBefore ? x - 7 : x + 7, y + 0.5, colors.text, isBefore ? 'right' : 'left')
        free[line] = isBefore ? x + 5 : x + width
      }
    },
    read(time) {
      const phase = phases.findLast(({ from }) => from <= time)
      const near = marks.filter(mark => Math.abs(mark.time - time) < 0.25)
      return [phase?.name ?? 'searching', ...near.map(({ name }) => name)].join(', ')
    },
  }
}
