// How punctual the beats of a live session are: milliseconds after their due time less the lead. A session goes between
// contact and half a metre every other second; beats that are due at once when a zone is entered are counted apart.
//   live [SECONDS [THREADS]]        THREADS compute all the time beside it
import Foundation
import Lubdub
import LubdubLive

let arguments = CommandLine.arguments.dropFirst().map { Double($0) ?? 0 }
let duration = Duration.seconds(arguments.first ?? 10)
let lead: Seconds = 0.1
for _ in 0..<Int(arguments.dropFirst().first ?? 0) {
  Thread.detachNewThread {
    var x = 1.0
    while x > 0 { x = (x + 1 / x).squareRoot() }
  }
}

func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }

let clock = ContinuousClock()
let start = clock.now
let player = try LivePlayer(Preset.eternalLoop.configuration, clock: clock, lead: lead)
let events = await player.events
let watching = Task(priority: .userInitiated) {
  var (delays, entries): ([Double], [Double]) = ([], [])
  for await event in events {
    let now = seconds(start.duration(to: clock.now))
    guard case .scheduled(let beat, _) = event else { continue }
    if beat.id.index > 0 {
      delays.append(1000 * (now - (beat.time - lead).value))
    } else if now >= beat.time.value {
      entries.append(1000 * (now - beat.time.value))
    }
  }
  return (delays.sorted(), entries.sorted())
}
var step = 0
while clock.now < start + duration {
  let distance = (step / 20).isMultiple(of: 2) ? 0.01 : 0.5
  await player.process(
    .uwb(
      Meters(distance + 0.001 * Double(step % 2)),
      at: Seconds(seconds(start.duration(to: clock.now)))))
  step += 1
  try await clock.sleep(until: start + .milliseconds(100 * step), tolerance: .zero)
}
await player.finish()

func line(_ name: String, _ sorted: [Double]) -> String {
  func at(_ share: Double) -> Double {
    sorted.isEmpty ? 0 : sorted[Int(share * Double(sorted.count - 1))]
  }
  return "\(name): \(sorted.count), median \(at(0.5)) ms, P95 \(at(0.95)) ms, worst \(at(1)) ms"
}
let (delays, entries) = await watching.value
print(line("beats", delays))
print(line("beats at once", entries))
let late = delays.count { $0 > 1000 * lead.value }
print("past due: \(late) of \(delays.count); dropped: \(await player.droppedBeats.count)")
