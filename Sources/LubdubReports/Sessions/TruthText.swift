struct TruthText {
  let score: ZoneScore
  let edges: [Meters]
  let duration: Double

  /// The most changes that are listed one by one. More changes are reported by edge.
  private static let mostChanges = 8

  var lines: [String] { [contact, shares, changes].compactMap(\.self) }

  private var contact: String? {
    guard score.contactTime > .zero else { return nil }
    let time = NumberText.seconds(score.contactTime.value)
    guard let first = score.firstContact else {
      return "contact never felt, though the devices touch for \(time)"
    }
    return "contact felt at \(NumberText.seconds(first.value)), for "
      + "\(NumberText.seconds(score.feltContactTime.value)) of \(time)"
  }

  private var shares: String? {
    guard let right = score.rightShare, let wrong = score.wrongShare,
      let without = score.withoutShare
    else { return nil }
    let unknown = duration > 0 ? 1 - score.totalTime.value / duration : 0
    return
      "right zone \(NumberText.percent(right)) of the time, wrong \(NumberText.percent(wrong)), "
      + "none \(NumberText.percent(without))"
      + (unknown >= 0.0005
        ? "; truth not known for \(NumberText.percent(unknown)) of the session" : "")
  }

  private var changes: String {
    let followed = score.trueChanges - score.missedChanges
    let found =
      score.trueChanges == 0
      ? "no change to follow" : "\(followed) of \(score.trueChanges) changes followed"
    let pauses =
      score.gapChanges > 0
      ? ", \(score.gapChanges) in pauses of the truth\(places(score.gapChangesOfEdges))" : ""
    let delays = score.trueChanges <= Self.mostChanges ? each : byEdge
    return "\(found), \(score.falseChanges) false\(places(score.falseChangesOfEdges))\(pauses)"
      + (delays.isEmpty ? "" : "; delay \(delays.joined(separator: ", "))")
  }

  private var each: [String] {
    score.changes.map { change in
      let delay = change.delay.map { NumberText.seconds($0.value) } ?? "missed"
      return "\(change.isOutward ? "out" : "in") \(edge(change.edge)) \(delay)"
    }
  }

  private var byEdge: [String] {
    edges.indices.compactMap { index in
      let own = score.edge(index)
      guard own.trueChanges > 0 else { return nil }
      let delay = own.medianDelay.map { NumberText.seconds($0.value) } ?? "missed"
      return "\(edge(index)) \(delay) (\(own.delays.count) of \(own.trueChanges))"
    }
  }

  private func places(_ counts: [Int]) -> String {
    let found = counts.enumerated().filter { $1 > 0 }
    guard !found.isEmpty else { return "" }
    return " (\(found.map { "\($1) at \(edge($0))" }.joined(separator: ", ")))"
  }

  private func edge(_ index: Int) -> String {
    edges.indices.contains(index) ? "\(NumberText.shortest(edges[index].value)) m" : "\(index)"
  }
}
