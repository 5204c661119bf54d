extension CalibrateCommand {
  func writeLinks(
    _ recordings: [Recording], clocks: [String], _ loader: RecordingLoader, to files: inout Outputs
  ) throws {
    let nameless = recordings.filter { $0.link == nil }
    let links = Dictionary(grouping: recordings.filter { $0.link != nil }) { $0.link ?? "" }
      .sorted { $0.key < $1.key }
    try require(
      !links.isEmpty, "--per link: the rows of \(traces.joined(separator: ", ")) name no links")
    if !nameless.isEmpty {
      let rows = nameless.reduce(0) { $0 + $1.records.count }
      Console.note("\(counted(rows, "row")) without a link skipped")
    }
    var parts: [(name: String, text: String)] = []
    var table = ""
    let results = ElapsedTime.shown("calibrating") {
      taken.workers.map(links, progress: { _, _ in }) { name, own in
        (
          name: name, count: own.count,
          chosen: self.chosen(of: CalibrationResult(own, prior: BiasPrior(profile)), own)
        )
      }
    }
    for (name, count, chosen) in results {
      let isWritten = !chosen.settings.isEmpty
      for note in isWritten ? chosen.notes : chosen.warnings { Console.note("\(name): \(note)") }
      table += "\(name.visible), \(counted(count, "recording"))\n\(chosen.table)\n"
      guard isWritten else {
        let reason = chosen.price ?? "no value could be determined"
        Console.note("\(name) has no part in the file: \(reason)")
        continue
      }
      parts.append((name, ConfigurationWriter.write(chosen.settings, of: chosen.configuration)))
    }
    try require(!parts.isEmpty, "nothing is written, because no link has settings to write")
    let heading =
      [
        "calibrated link by link on \(counted(recordings.count, "recording"))",
        TuningText.samples(recordings.map(\.digest)),
      ] + clocks
    let yaml =
      ConfigurationWriter.write(links: parts, heading: heading)
      + ConfigurationWriter.write(loader.options)
    try files.write(.settings) { Array(yaml.utf8) }
    try files.print(table)
  }
}
