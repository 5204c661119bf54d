struct Recordings {
  private(set) var list: [Recording] = []
  private(set) var notes: [String] = []

  init(
    _ recordings: UnsafePointer<lubdub_recording>?, _ count: Int, _ options: Options
  ) throws(Failure) {
    guard count > 0 else {
      let paths = try options.texts("paths")
      guard !paths.isEmpty else { throw Failure(Status.nothingToDo, "no recordings are given") }
      try read(paths, try Self.loader(options))
      return
    }
    guard let recordings else { throw Failure("recordings is null") }
    for index in 0..<count { list.append(try Self.recording(recordings[index], index)) }
  }

  /// Returns the recordings with the truth of each set on the clock of its radio, like in every command that scores or fits.
  func aligned(_ options: Options) throws(Failure) -> Recordings {
    let (list, offsets) = try options.truthShift().align(list)
    var aligned = self
    aligned.list = list
    aligned.notes += offsets.compactMap { $0.sentence(movedBy: "truthShift") }
    return aligned
  }

  static func loader(_ options: Options) throws(Failure) -> RecordingLoader {
    let reading = try options.options("reading")
    var loader = RecordingLoader()
    loader.options = try reading.reading()
    loader.takesAllPeers = try reading.flag("all") ?? false
    loader.needsTruth = false
    return loader
  }

  private mutating func read(_ paths: [String], _ loader: RecordingLoader) throws(Failure) {
    do throws(ReadError) {
      let files = try loader.files(in: paths)
      (list, notes) = (files.recordings, files.notes)
    } catch {
      throw Failure(error)
    }
    guard list.isEmpty else { return }
    let reasons = ([""] + notes).joined(separator: "; ")
    throw Failure(Status.nothingToDo, "no recording in \(paths.joined(separator: ", "))\(reasons)")
  }

  private static func recording(
    _ recording: lubdub_recording, _ index: Int
  ) throws(Failure) -> Recording {
    let name = recording.name.map { String(cString: $0) } ?? ""
    var columns = recording.rows
    do throws(Failure) {
      let rows = try withUnsafePointer(to: &columns) { (pointer) throws(Failure) in
        try Rows(pointer)
      }
      return Recording(
        dataset: recording.dataset.map { String(cString: $0) } ?? "", name: name,
        session: recording.session.map { String(cString: $0) }, records: try records(rows))
    } catch {
      throw Failure(error.status, "recordings[\(index)], \"\(name)\": \(error.message)")
    }
  }

  static func records(_ rows: Rows) throws(Failure) -> [TraceRecord] {
    var records: [TraceRecord] = []
    records.reserveCapacity(rows.count)
    let watch = Watch.ofThisThread
    for index in 0..<rows.count {
      if index & 0xFFF == 0 { try watch.refuseStopped() }
      let (sample, truth) = rows.row(index)
      if let fault = Plausibility.fault(of: sample, truth: truth) {
        throw Failure("row \(index): \(fault.message); \(fault.reason.sentence)")
      }
      if let last = records.last, sample.time < last.sample.time {
        throw Failure("row \(index): time goes backwards")
      }
      records.append(TraceRecord(sample, truth: truth, line: index + 1))
    }
    return records
  }

  static func json(_ notes: [String]) -> JSONValue { .array(notes.map { .string($0) }) }
}

extension Options {
  /// Returns the alignment of the truth for scoring and fitting.
  func truthShift() throws(Failure) -> TruthShift { try statedTruthShift() ?? .estimated }

  func statedTruthShift() throws(Failure) -> TruthShift? {
    if members["truthShift"]?.string == "auto" { return .estimated }
    let shift = try number("truthShift", "auto or seconds from -60 to 60") { abs($0) <= 60 }
    return shift.map { .fixed(Seconds($0)) }
  }
}
