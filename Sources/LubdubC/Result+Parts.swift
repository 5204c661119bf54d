extension Result: PartSink {
  package convenience init(
    running rows: Rows, _ options: Options, vocabulary: Vocabulary,
    pass: (Int) throws(Failure) -> Void = { (_) throws(Failure) in }
  ) throws(Failure) {
    try options.requireOnly(["settings", "input", "explain", "ahead", "heart", "truthEdges"])
    let configuration = try options.configuration(vocabulary: vocabulary)
    let ahead = try options.ahead()
    let heart = try options.heart()
    let truthEdges = try options.truthEdges()
    var contents: SessionRecorder.Contents = [.timeline, .estimates, .findings]
    if try options.explains() { contents.insert(.considerations) }
    self.init()
    // Outside `failing`, because a session that a closure captures is copied.
    var run: SessionRun
    do throws(SettingError) {
      run = try SessionRun(
        configuration, keeping: contents, heart: IntervalPlayback(heart), truthEdges: truthEdges)
    } catch {
      throw Failure(Status.badSettings, error.description)
    }
    for index in 0..<rows.count {
      if index & 0xFFF == 0 { try pass(index) }
      let (sample, truth) = rows.row(index)
      run.process(sample, truth: truth)
    }
    let planned = ahead > .zero ? run.plan(ahead: ahead) : nil
    run.finish()
    let document = run.document(input: options.input)
    do throws(SettingError) {
      try add(&run, document)
    } catch {
      throw Failure(Status.badSettings, error.description)
    }
    if let planned { add(plan: planned, configuration.heartbeat.pattern) }
    add(exportable: document.timelineDocument)
  }

  convenience init(_ encoded: EncodedTimeline, _ format: HapticFormat) {
    self.init()
    for part in encoded.parts {
      add(part.label.map { "file.\($0)" } ?? "file", part.bytes)
    }
    add("extension", format.fileExtension)
    add("loss", encoded.loss.json)
    add("lossText", encoded.loss.description)
  }

  func add(exportable document: TimelineDocument) {
    add(document)
    self.document = document
  }
}
