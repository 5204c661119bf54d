public import Quantities
internal import Statistics

/// How well a course of zones follows the true one.
///
/// A change is one edge crossed in one direction; a jump over two zones is two changes. A true change
/// counts when the zone it leads to lasts at least a second (`shortestVisit`). It is matched by the
/// first change of the same edge and direction from 1 s before it to 10 s after it (`window`), and
/// before the truth crosses the same edge back; each change matches once. What is left over is false
/// on the one side and missed on the other.
public struct ZoneScore: Sendable, Hashable {
  /// Time with the wrong zone.
  public var wrongTime: Seconds
  /// Time scored.
  public var totalTime: Seconds
  /// Changes of the truth.
  public var trueChanges: Int
  /// Changes that no true change explains.
  public var falseChanges: Int
  /// True changes that were not followed.
  public var missedChanges: Int
  /// Change minus true change for those that were followed; negative is early.
  public var delays: [Seconds]

  /// Visits of the truth that are shorter do not count as changes.
  public static let shortestVisit: Seconds = 1
  /// How early and how late a change may be and still follow a true one.
  public static let window: ClosedRange<Double> = -1...10

  /// The score of nothing, to add others to.
  public init() {
    wrongTime = 0
    totalTime = 0
    trueChanges = 0
    falseChanges = 0
    missedChanges = 0
    delays = []
  }

  /// The score of a course against the true one.
  public init(_ course: ZoneCourse, truth: ZoneCourse) {
    self.init()
    let difference = course.difference(from: truth)
    wrongTime = Seconds(difference.wrong)
    totalTime = Seconds(difference.total)
    let real = truth.droppingVisits(shorterThan: Self.shortestVisit).crossings
    var open = course.crossings
    trueChanges = real.count
    for (index, crossing) in real.enumerated() {
      let back = real[(index + 1)...].first { $0.edge == crossing.edge }?.time ?? .infinity
      let latest = min(crossing.time + Self.window.upperBound, back)
      let earliest = crossing.time + Self.window.lowerBound
      let match = open.firstIndex { candidate in
        candidate.edge == crossing.edge && candidate.isOutward == crossing.isOutward
          && candidate.time >= earliest && candidate.time <= latest
      }
      guard let match else {
        missedChanges += 1
        continue
      }
      delays.append(Seconds(open.remove(at: match).time - crossing.time))
    }
    falseChanges = open.count
  }

  /// Adds the counts and times of another recording.
  public mutating func add(_ other: ZoneScore) {
    wrongTime = wrongTime + other.wrongTime
    totalTime = totalTime + other.totalTime
    trueChanges += other.trueChanges
    falseChanges += other.falseChanges
    missedChanges += other.missedChanges
    delays += other.delays
  }

  /// Share of the time with the wrong zone.
  public var wrongShare: Double { totalTime.value > 0 ? wrongTime / totalTime : 0 }

  /// False changes a minute.
  public var falsePerMinute: Double { perMinute(falseChanges) }

  /// Missed changes a minute.
  public var missedPerMinute: Double { perMinute(missedChanges) }

  /// False and missed changes a minute.
  public var errorsPerMinute: Double { perMinute(falseChanges + missedChanges) }

  /// Median delay of the changes that were followed; `nil` when there are none.
  public var medianDelay: Seconds? { delay(0.5) }

  /// Mean delay over all true changes, a missed one counted with the end of the window; zero when
  /// there was none to follow.
  public var meanDelay: Seconds {
    guard trueChanges > 0 else { return .zero }
    let followed = delays.map(\.value).reduce(0, +)
    return Seconds(
      (followed + Double(missedChanges) * Self.window.upperBound) / Double(trueChanges))
  }

  /// 95th percentile of the delay; `nil` when there are none.
  public var delay95: Seconds? { delay(0.95) }

  private func delay(_ share: Double) -> Seconds? {
    Statistics.quantile(share, of: delays.map(\.value)).map { Seconds($0) }
  }

  private func perMinute(_ count: Int) -> Double {
    totalTime.value > 0 ? 60 * Double(count) / totalTime.value : 0
  }
}
