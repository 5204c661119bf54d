// The pipeline on a microcontroller: a trace that is in the program goes in, beats come out.
//
// Embedded Swift: no runtime, no Foundation, no operating system. `run` builds it for a Cortex-M4 and for this machine.
import Board
import Lubdub

@main
struct Firmware {
  static func main() {
    // A preset of Lubdub needs no validation, whose texts would take a fourth of the memory.
    guard var pipeline = try? Pipeline(.eternalLoop) else { return }
    var beats = 0
    var ticks: UInt64 = 0
    let count = Int(trace_count())
    for index in 0..<count {
      let start = board_ticks()
      pipeline.process(sample(index)) { decision in
        if case .beat(let beat, _) = decision {
          beats += 1
          board_beat(microseconds(beat.time), microseconds(beat.interval), Int32(beat.zone))
        }
      }
      ticks += UInt64(board_ticks_since(start))
    }
    pipeline.finish { _ in }
    board_end(Int32(count), Int32(beats), ticks)
  }

  /// One row of the trace; NaN stands for no value.
  private static func sample(_ index: Int) -> Sample {
    let row = trace_row(Int32(index))
    let time = Seconds(row.time)
    return row.range.isNaN ? .ble(DBm(row.rssi), at: time) : .uwb(Meters(row.range), at: time)
  }

  private static func microseconds(_ time: Seconds) -> Int64 { Int64((time.value * 1e6).rounded()) }
}
