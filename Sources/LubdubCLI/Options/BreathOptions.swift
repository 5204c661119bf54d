struct BreathOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Breathing in, holding, out, holding, in seconds such as 4-7-8 or 4-2-6-0.5, or \
      \(Breath.named.map(\.name).joined(separator: ", ")).
      """, valueName: "phases"),
    completion: .list(Breath.named.map(\.name)))
  var breath: String?

  @Option(help: ArgumentHelp("Breaths per minute at the start.", valueName: "rate"))
  var from: Double?

  @Option(help: ArgumentHelp("Breaths per minute at the end of the change.", valueName: "rate"))
  var to: Double?

  @Option(help: ArgumentHelp("Duration of the change.", valueName: "seconds"))
  var over: Double?

  @Option(
    help: ArgumentHelp(
      "Duration: as many whole breaths as fit, at least one; at most 240 minutes.",
      valueName: "number"))
  var minutes: Double?

  static let mostBreaths = 20_000
  private static let usualBreaths = 8

  var isPaced: Bool { breath != nil || from != nil || to != nil || over != nil || minutes != nil }

  func validate() throws {
    try expect(
      (to == nil) == (over == nil),
      "--to says where a change ends and --over how long it takes; give both")
    try expect("--minutes", minutes, "above 0 and at most 240") { $0 > 0 && $0 <= 240 }
    _ = try pacer()
  }

  func timeline(_ breaths: Int?, gain: Double) throws -> Timeline {
    let pacer = try pacer()
    return pacer.timeline(count: count(breaths, pacer), gain: gain)
  }

  /// A title such as `breath: 30 breaths of calm, 6 a minute`.
  func title(_ breaths: Int?) throws -> String {
    let pacer = try pacer()
    let rates = [pacer.tempo?.start ?? pacer.breath.perMinute, pacer.tempo?.end].compactMap { $0 }
      .map { NumberText.rounded($0, 2) }
    let tempo = rates.first == rates.last ? rates[0] : rates.joined(separator: " to ")
    let count = counted(count(breaths, pacer), "breath")
    return "breath: \(count) of \(breath ?? "calm"), \(tempo) a minute"
  }

  private func count(_ breaths: Int?, _ pacer: BreathPacer) -> Int {
    breaths ?? minutes.map { pacer.count(within: Seconds($0 * 60)) } ?? Self.usualBreaths
  }

  private func pacer() throws -> BreathPacer {
    let breath: Breath
    do throws(SettingError) {
      breath = try Breath(self.breath ?? "calm")
    } catch {
      throw ValidationError("\(error.inside("--breath"))")
    }
    guard from != nil || to != nil else { return BreathPacer(breath) }
    let start = from ?? breath.perMinute
    let tempo = try refusing("--") { () throws(SettingError) in
      try BreathTempo(from: start, to: to ?? start, over: Seconds(over ?? 0))
    }
    return BreathPacer(breath, tempo: tempo)
  }
}
