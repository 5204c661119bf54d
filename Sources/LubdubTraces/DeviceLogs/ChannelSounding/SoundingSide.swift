struct SoundingSide: Sendable {
  struct Subevent: Sendable {
    let start: UInt16
    var abort: String?
    var steps: [SoundingStep]
  }

  let counter: UInt16
  /// The role from the configuration, or from the length of a step of mode 0.
  var role: StepData.Role?
  var paths: Int
  var subevents: [Subevent] = []
  var abort: String?
  /// The time of the last results, in nanoseconds, and their record.
  var time: Int64
  var record: Int

  /// The maximum number of steps of a procedure (Core Specification 6.0, Vol 6, Part H, 4.2): a log with more is damaged.
  static let mostSteps = 256

  var stepCount: Int { subevents.reduce(0) { $0 + $1.steps.count } }

  var knownRole: StepData.Role? {
    role ?? subevents.lazy.flatMap(\.steps).compactMap(\.role).first
  }

  /// The number of bytes of a step at the other side: only a calibration step has another number of bytes there.
  private func sizeAtPeer(_ mode: UInt8) -> Int {
    if mode == 0 { return knownRole == .initiator ? 3 : 5 }
    let own = subevents.lazy.flatMap(\.steps).first { $0.mode == mode && !$0.data.isEmpty }
    let (time, tones) = (SoundingStep.timeSize, 1 + SoundingStep.toneSize * (paths + 1))
    return own?.data.count ?? [time, tones, time + tones][Int(mode) - 1]
  }

  /// A procedure of both sides, and the reasons why subevents are left out of it.
  typealias Joined = (procedure: SoundingProcedure, leftOut: [String])

  func joined(with bytes: [UInt8]) throws(RowFault) -> Joined {
    if let abort { throw RowFault(.aborted, "aborted \(abort)") }
    let data = try RangingData(bytes, size: sizeAtPeer)
    if let abort = data.abort { throw RowFault(.aborted, "aborted at the other side \(abort)") }
    guard data.header.paths == paths else {
      throw .damaged(
        "the other side sent \(data.header.paths) of \(paths) antenna paths; a filter is set")
    }
    var (own, peer): ([SoundingStep], [SoundingStep]) = ([], [])
    var leftOut: [String] = []
    for (mine, theirs) in pairs(data.subevents) {
      guard let theirs else {
        leftOut.append("the other side has no such subevent")
        continue
      }
      if let abort = mine.abort ?? theirs.abort {
        leftOut.append("aborted, \(abort)")
        continue
      }
      let fits = mine.steps.elementsEqual(theirs.steps) {
        $1.mode & 0x80 != 0 || $0.mode == $1.mode
      }
      guard fits else {
        leftOut.append("the steps of the two sides differ")
        continue
      }
      own += mine.steps
      peer += zip(mine.steps, theirs.steps).map {
        SoundingStep(mode: $0.mode, channel: $0.channel, data: $1.data)
      }
    }
    return (try procedure(own, peer), leftOut)
  }

  func joined(with other: SoundingSide) throws(RowFault) -> Joined {
    if let abort = abort ?? other.abort { throw RowFault(.aborted, "aborted \(abort)") }
    let steps = { (side: SoundingSide) in
      side.subevents.filter { $0.abort == nil }.flatMap(\.steps)
    }
    return (try procedure(steps(self), steps(other)), [])
  }

  private func procedure(
    _ own: [SoundingStep], _ peer: [SoundingStep]
  ) throws(RowFault) -> SoundingProcedure {
    guard let role = knownRole else {
      throw .damaged("the log does not show which side measured")
    }
    let mine = try RowFault.rethrowing(StepData(own))
    return SoundingProcedure(mine, try RowFault.rethrowing(StepData(peer)), role)
  }

  private func pairs(_ theirs: [RangingData.Subevent]) -> [(Subevent, RangingData.Subevent?)] {
    guard theirs.count != subevents.count else {
      return zip(subevents, theirs).map { ($0, $1) }
    }
    var rest = theirs[...]
    return subevents.map { mine in
      guard let place = rest.firstIndex(where: { $0.start == mine.start }) else {
        return (mine, nil)
      }
      defer { rest = rest[(place + 1)...] }
      return (mine, rest[place])
    }
  }
}
