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
    var contents: SessionRecorder.Contents = [.timeline, .estimates]
    if try options.explains() { contents.insert(.considerations) }
    self.init()
    var run = try failing(Status.badSettings) { () throws(SettingError) in
      try SessionRun(
        configuration, keeping: contents, heart: IntervalPlayback(heart),
        truthEdges: truthEdges)
    }
    for index in 0..<rows.count {
      if index & 0xFFF == 0 { try pass(index) }
      let (sample, truth) = rows.row(index)
      run.process(sample, truth: truth)
    }
    try failing(Status.badSettings) { () throws(SettingError) in
      let planned = ahead > .zero ? run.plan(ahead: ahead) : nil
      run.finish()
      let document = run.document(input: options.input)
      try add(&run, document)
      if let planned { add(plan: planned, configuration.heartbeat.pattern) }
      add(exportable: document.timelineDocument)
    }
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
