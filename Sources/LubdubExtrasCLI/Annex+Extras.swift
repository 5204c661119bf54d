extension Annex {
  /// The commands for hearts, strokes, breath, days, positions with their game, and keepsakes.
  package static let extras: Annex = {
    var extras = Annex(
      "Extras",
      commands: [
        TrackDistanceCommand.self, RegionsCommand.self, JudgeTagCommand.self, PulseCommand.self,
        StrokeCommand.self, BreathCommand.self, PlanCommand.self, PairCommand.self,
        KeepsakeCommand.self,
      ])
    extras.formats = TraceFormats.positions.list
    extras.checks = [
      ContentCheck(
        .positions, rule: "not-positions", recognises: PositionFormat.recognises,
        findings: PositionCheck.findings),
      ContentCheck(
        .other("strokes"), rule: "not-strokes", recognises: StrokeCheck.recognises,
        findings: StrokeCheck.findings),
      ContentCheck(
        .other("pulse"), rule: "not-pulse", recognises: PulseCheck.recognises,
        findings: PulseCheck.findings),
      ContentCheck(
        .other("day"), rule: "not-readings", recognises: DayCheck.recognises,
        findings: DayCheck.findings),
      ContentCheck(
        .other("ceremony-record"), rule: "ceremony-record",
        recognises: CeremonyRecordCheck.recognises, findings: CeremonyRecordCheck.findings),
    ]
    extras.cues = [
      (.gameStarted, "the game has begun"), (.tagged, "a guess hit"), (.missed, "a guess missed"),
      (.blocked, "a guess was blocked"), (.eliminated, "a player is out"),
    ]
    extras.formerNames =
      ["--pulse", "--pulse-shift", "--pulse-series"].map {
        FormerName(
          .option, $0, of: ["run", "live", "report", "studio"],
          "`lubdub pulse HEART --trace TRACE` gives a trace the tempo of a heart")
      }
      + ["--title", "--names", "--message", "--date", "--link", "--theme", "--language"].map {
        FormerName(.option, $0, of: ["run"], "`lubdub keepsake TRACE` draws a keepsake")
      }
      + ["--breath", "--from", "--to", "--over", "--minutes"].map {
        FormerName(.option, $0, of: ["pattern"], "`lubdub breath PHASES` paces a breath")
      }
    extras.jointCheck = { files in
      PlaceCheck.findings(files.filter { $0.kind == .positions }.map(\.path))
    }
    return extras
  }()
}

extension FileKind { static let positions = FileKind.other("positions") }
