import LubdubTraces
import LubdubWorkbench
import TestSupport
import Testing

@testable import LubdubCLI

@Suite struct ConfigurationReaderTests {
  @Test(arguments: [
    ("a: &x 1", 1), ("a: 1\nb: *x", 2), ("? *x : 1", 1), ("- &x", 1), ("a: [1,*x]", 1),
    ("a: \"&b\"\nc: &d 1", 2), ("*x : 1", 1), ("a: # it's\n  &x 1", 2),
    // A quote within a block text, a plain one or another quote opens nothing.
    ("a: |\n  '\nb: &c [1]\n", 3), ("a: >-\n  \"\nb: *c\n", 3), ("a: it's\nb: &c 1\n", 2),
    ("a: \"it's\"\nb: *c", 2), ("a: 'x''y'\nb: &c 1", 2), ("a: \"\\\"\"\nb: &c 1", 2),
    ("&a b: 1", 1), ("--- &a\nb: 1", 1), ("!!str &a b: 1", 1), ("a:\n  - - &b {}", 2),
  ])
  func `Anchors and aliases are rejected before expansion`(_ text: String, _ line: Int) throws {
    let error = #expect(throws: SettingsFileError.self) {
      try ConfigurationReader.document(text, source: "a.yaml")
    }
    #expect(error?.line == line && error?.rule.hasPrefix("anchors (&name)") ?? false)
  }

  @Test func `A name that contains & or * isn't an anchor`() throws {
    let text = "links:\n  Tom & Jerry:\n    preset: a*b\n  '& Co': # &x\n    preset: \"*\"\n"
    let document = try ConfigurationReader.document(text, source: "a.yaml")
    #expect(document.entries.map(\.key) == ["links.Tom & Jerry.preset", "links.& Co.preset"])
  }

  @Test func `A quote within a word, and & or * within text, are accepted`() throws {
    for text in [
      "a: it's\nb: 'Tom & Jerry'\n", "\"it's\": 1\nb: \"&c\"\n", "a: |\n  &x\n  *y\n  '\nb: 1\n",
      "a: 'it''s'\nb: x&y*z\n", "# '\na: \"*b\" # \"\n",
    ] {
      _ = try ConfigurationReader.document(text, source: "a.yaml")
    }
  }

  @Test func `Any link name is read back, and no heading becomes a setting`() throws {
    var random = SeededGenerator(seed: 67)
    for _ in 0..<Thoroughness.rounds(20_000) {
      // Yams takes the mark at the start of a word for that of a file.
      let name = String(
        RandomText.next(&random).trimmingPrefix { $0.unicodeScalars.first == "\u{FEFF}" })
      let note = RandomText.next(&random)
      let text = ConfigurationWriter.write(
        links: [(name: name, text: "uwb.gate: 3\n")], heading: [note])
      let entries = try ConfigurationReader.document(text, source: "a.yaml").entries
      #expect(entries.map(\.key) == ["links.\(name).uwb.gate"], "\(text)")
      let word = YAMLText.word(name)
      let read = try ConfigurationReader.document("a: \(word)\n", source: "a.yaml").entries
      #expect(read.map(\.value) == [.text(name)], "\(word)")
      let heading = ConfigurationWriter.write(
        [], of: Preset.default.configuration, heading: [note, name])
      #expect(try ConfigurationReader.document(heading, source: "a").entries.isEmpty, "\(heading)")
    }
  }

  @Test func `Zone names with a meaning in YAML are read back`() throws {
    var configuration = Preset.default.configuration
    configuration.zones.names = ["a: b", "#x", "it's", "null", "*y"]
    let text = ConfigurationWriter.write(configuration)
    #expect(
      try ConfigurationReader.read(text, source: "a").zones.names == configuration.zones.names)
  }

  @Test func `Nested aliases that would exhaust memory are rejected at once`() throws {
    let lines = (1...20).map {
      "a\($0): &a\($0) [\(repeatElement("*a\($0 - 1)", count: 9).joined(separator: ","))]"
    }
    let text = "a0: &a0 [1]\n" + lines.joined(separator: "\n")
    #expect(throws: SettingsFileError.self) {
      try ConfigurationReader.read(text, source: "a.yaml")
    }
  }

  @Test func `The first hundred unknown keys are reported, and the rest are noted`() throws {
    let text = (1...20_000).map { "zones.x\($0): 1\n" }.joined()
    let error = #expect(throws: SettingsFileError.self) {
      try ConfigurationReader.read(text, source: "a.yaml")
    }
    #expect(error?.others.count == 100)
    #expect(error?.others.last?.rule == "only the first 100 unknown keys are reported")
  }

  @Test(arguments: Preset.own)
  func `A printed preset is read back as the same configuration`(_ preset: Preset) throws {
    let text = ConfigurationWriter.write(preset.configuration, heading: ["a comment"])
    let read = try ConfigurationReader.read(
      text, source: "preset.yaml", base: Preset.geiger.configuration)
    #expect(read == preset.configuration)
  }

  @Test(
    "Reading options are written and read back, whatever the column names",
    arguments: [
      ("t=ms:ms,range=cm:cm", false), ("\"range=Distance, raw [cm]:cm\",t=it's:iso", true),
      ("rssi=#1: x,peer=null,range=\u{E9}loign\u{E9}:m,t=t", false),
    ])
  func traceKeys(mapping: String, comma: Bool) throws {
    var options = ReadOptions()
    options.columns = try ColumnMapping(mapping)
    options.columns?.usesDecimalComma = comma
    options.nlosProfile = NLOSProfile(slope: 0.4, center: 0.25)
    let read = try ConfigurationReader.document(
      "uwb.gate: 3\n" + ConfigurationWriter.write(options), source: "a")
    let columns = try #require(try read.traceColumns)
    #expect(try ColumnMapping(columns).columns == options.columns?.columns)
    #expect(try read.traceDecimalMark == (comma ? "," : nil))
    #expect(try read.nlosNumbers?.slope == 0.4)
    #expect(try read.nlosNumbers?.center == 0.25)
    #expect(try read.configuration(vocabulary: .workbench).ranging.range.gate == 3)
    options = ReadOptions()
    options.columns = .tidyWithDecimalComma
    #expect(ConfigurationWriter.write(options) == "\ndecimal: \",\"\n")
    #expect(ConfigurationWriter.write(ReadOptions()).isEmpty)
  }

  @Test func `An empty file and a file of comments change nothing`() throws {
    let base = Preset.sonar.configuration
    #expect(try ConfigurationReader.read("", source: "a", base: base) == base)
    #expect(try ConfigurationReader.read("# nothing\n", source: "a", base: base) == base)
  }

  @Test func `Keys may be nested or dotted, and a preset can be the starting point`() throws {
    let nested = try ConfigurationReader.read(
      "preset: geiger\nuwb:\n  bias: 0.2\n  gate: 3\n", source: "a")
    let dotted = try ConfigurationReader.read(
      "preset: geiger\nuwb.bias: 0.2\nuwb.gate: 3\n", source: "a")
    #expect(nested == dotted)
    #expect(nested.ranging.range.bias.constant == 0.2)
    #expect(nested.heartbeat == Preset.geiger.configuration.heartbeat)
  }

  @Test func `A custom pattern is a list of events, and curves inherit the sharpness`() throws {
    let read = try ConfigurationReader.read(
      """
      heartbeat:
        pattern:
          - {time: 0, intensity: 1, sharpness: 0.2}
          - {time: 0.1, intensity: 0.5, sharpness: 0.1, duration: 0.3,
             curve: [{time: 0, intensity: 0.5}, {time: 0.3, intensity: 0, sharpness: 0.7}]}
      """, source: "a")
    let pattern = read.heartbeat.pattern
    #expect(pattern.elements.count == 2)
    #expect(pattern.elements[0].kind == .transient)
    guard case .continuous(let duration, let curve) = pattern.elements[1].kind else {
      Issue.record("the second event is continuous")
      return
    }
    #expect(duration == 0.3)
    #expect(curve.map(\.intensity) == [0.5, 0])
    #expect(curve.map(\.sharpness) == [0.1, 0.7])
    let again = try ConfigurationReader.read(ConfigurationWriter.write(read), source: "b")
    #expect(again == read)
  }

  @Test(
    "An invalid setting is rejected with its key, line, and rule",
    arguments: [
      ("uwb:\n  gat: 3\n", "c.yaml:2: uwb.gat is not a setting; did you mean uwb.gate?"),
      ("dwell: 3\n", "c.yaml:1: dwell is not a setting"),
      ("uwb:\n  gate: hello\n", "c.yaml:2: uwb.gate is \"hello\", expected a number"),
      ("uwb:\n  gate: [1, 2]\n", "c.yaml:2: uwb.gate is a list of numbers, expected a number"),
      ("uwb:\n  gate: .nan\n", "c.yaml:2: uwb.gate is \".nan\", expected a number"),
      ("uwb:\n  gate: 1e400\n", "c.yaml:2: uwb.gate is \"1e400\", expected a number"),
      ("uwb:\n  gate: -1\n", "c.yaml:2: uwb.gate is -1, expected a number from 1 to 20"),
      ("ceremony:\n  retries: 2.5\n", "c.yaml:2: ceremony.retries is 2.5, expected a whole"),
      ("\nzones:\n  range:\n    dwell: -0.5\n", "c.yaml:4: zones.range.dwell is -0.5, expected"),
      ("zones:\n  edges: [1, 0.5, 2, 3]\n", "c.yaml:2: zones.edges[1] is 0.5 m, expected more"),
      ("zones:\n  edges: [1, 2]\n", "c.yaml:2: zones.names is a list of 5, expected 3 names"),
      (
        "zones:\n  names: [a, b, a, c, d]\n",
        "c.yaml:2: zones.names has \"a\" twice, expected a different name for each zone"
      ),
      ("heartbeat:\n  pattern: []\n", "c.yaml:2: heartbeat.pattern is an empty list, expected"),
      ("uwb:\n  gate: 3\n  gate: 4\n", "c.yaml:3: gate appears here more than once"),
      (
        "zones:\n  range:\n    falseChangeInterval: [100, 200]\n",
        "c.yaml:3: zones.range.falseChangeInterval has 2 values, expected one"
      ),
      (
        "zones:\n  range:\n    rule: magic\n",
        "c.yaml:3: zones.range.rule is \"magic\", expected one of"
      ),
      ("uwb:\n  staleAfter: 0.2\n", "c.yaml:2: uwb.staleAfter is 0.2 s, expected"),
      (
        "heartbeat:\n  intervals: [1]\n",
        "c.yaml:2: heartbeat.intensities has 4 values, expected one for each of the 1 intervals"
      ),
      (
        "zones:\n  edges: [0.3, 1, 2]\n  names: [a, b, c, d]\n",
        "c.yaml:2: heartbeat.intervals has 4 values, expected 3, one for each zone but the last"
      ),
      (
        "zones:\n  edges: [0.1, 0.3, 1, 2, 5]\n  names: [a, b, c, d, e, f]\n",
        "heartbeat.intervals has 4 values, expected 5, one for each zone but the last"
      ),
      ("heartbeat:\n  refractory: 1\n", "heartbeat.intervals is 0.2 s, expected not less than"),
      (
        "heartbeat:\n  pattern: waltz\n",
        "c.yaml:2: heartbeat.pattern is \"waltz\", expected one of"
      ),
      ("heartbeat:\n  pattern:\n    - {tim: 0}\n", "c.yaml:3: heartbeat.pattern[0] has no time"),
      (
        "heartbeat:\n  pattern:\n    - {time: 0, loud: 1}\n",
        "heartbeat.pattern[0].loud is not a key"
      ),
      ("preset: disco\n", "c.yaml:1: preset is \"disco\", expected one of eternal-loop"),
      ("uwb: [\n", "this is not YAML"),
      ("just a word\n", "expected keys with values"),
      ("- 1\n- 2\n", "expected keys with values"),
    ])
  func refusals(_ text: String, _ message: String) throws {
    let error = try #require(throws: SettingsFileError.self) {
      try ConfigurationReader.read(text, source: "c.yaml")
    }
    #expect(error.description.contains(message), "\(error.description)")
  }

  @Test func `Every wrong key is reported at once, in the order of the lines`() throws {
    let error = try #require(throws: SettingsFileError.self) {
      try ConfigurationReader.read(
        "uwb:\n  gate: -1\n  gat: 3\nrssi.exponent: far\n", source: "c.yaml")
    }
    let lines = error.description.split(separator: "\n")
    #expect(lines.count == 3)
    for (index, line) in lines.enumerated() {
      #expect(line.hasPrefix("c.yaml:\(index + 2): "), "\(line)")
    }
  }

  @Test func `Files valid only together are read together, and the last value counts`() throws {
    let first = try ConfigurationReader.document(
      "zones.edges: [0.1, 1]\nuwb.gate: 3\n", source: "first.yaml")
    let second = try ConfigurationReader.document(
      "zones.names: [a, b, c]\nuwb.gate: 4\n", source: "second.yaml")
    let rest = ["heartbeat.intervals=[0.5, 1]", "heartbeat.intensities=[1, 0.5]"]
    let read = try ConfigurationReader.read([first, second], rest, option: "--set")
    #expect(read.zones.names == ["a", "b", "c"])
    #expect(read.ranging.range.gate == 4)
    let error = try #require(throws: SettingsFileError.self) {
      try ConfigurationReader.read([first], rest, option: "--set")
    }
    #expect(error.description.hasPrefix("first.yaml:1: zones.names"), "\(error)")
  }

  @Test func `An assignment changes one key, and an invalid assignment changes nothing`() throws {
    var configuration = Preset.default.configuration
    try ConfigurationReader.apply(
      ["rssi.referencePower=-65"], option: "--set", to: &configuration)
    #expect(configuration.ranging.signal.pathLoss.referencePower == -65)
    try ConfigurationReader.apply(
      ["zones.range.dwell=[0, 0, 1, 1]"], option: "--set", to: &configuration)
    #expect(configuration.zones.range.dwell == [0, 0, 1, 1])
    let before = configuration
    for wrong in ["rssi.referencePower", "rssi.referencePower=near", "no.such=1", "=1"] {
      #expect(throws: SettingsFileError.self) {
        try ConfigurationReader.apply([wrong], option: "--set", to: &configuration)
      }
      #expect(configuration == before)
    }
  }

  @Test func `Assignments valid only together are applied together, in any order`() throws {
    let together = [
      "zones.edges=[0.1, 1]", "zones.names=[a, b, c]", "heartbeat.intervals=[0.5, 1]",
      "heartbeat.intensities=[1, 0.5]", "uwb.staleAfter=20", "uwb.lostAfter=30",
    ]
    for assignments in [together, together.reversed()] {
      var configuration = Preset.default.configuration
      try ConfigurationReader.apply(assignments, option: "--set", to: &configuration)
      #expect(configuration.zones.edges == [0.1, 1])
      #expect(configuration.zones.names == ["a", "b", "c"])
    }
    var configuration = Preset.default.configuration
    let error = try #require(throws: SettingsFileError.self) {
      try ConfigurationReader.apply(
        ["uwb.lostAfter=60", "zones.edges=[0.1, near]"], option: "--set", to: &configuration)
    }
    #expect(error.description.hasPrefix("--set zones.edges=[0.1, near]: "), "\(error)")
    #expect(configuration == Preset.default.configuration)
  }

  @Test func `A custom estimator is accepted only if the caller lists it`() throws {
    let other = EstimatorKind("other", radios: [.uwb]) { RangeFilter(parameters: $0.range) }
    let text = "estimator: other"
    #expect(throws: SettingsFileError.self) {
      try ConfigurationReader.read(text, source: "a")
    }
    var vocabulary = Vocabulary()
    vocabulary.estimators.append(other)
    let read = try ConfigurationReader.read(text, source: "a", vocabulary: vocabulary)
    #expect(read.estimator == other)
    #expect(try ConfigurationReader.read("estimator: fusion", source: "a").estimator == .fusion)
  }
}

extension ConfigurationReader {
  fileprivate static func read(
    _ text: String, source: String, base: Configuration = Preset.default.configuration,
    vocabulary: Vocabulary = Vocabulary()
  ) throws(SettingsFileError) -> Configuration {
    try document(text, source: source).configuration(base: base, vocabulary: vocabulary)
  }

  fileprivate static func apply(
    _ assignments: [String], option: String, to configuration: inout Configuration,
    vocabulary: Vocabulary = Vocabulary()
  ) throws(SettingsFileError) {
    configuration = try read(
      [], assignments, option: option, base: configuration, vocabulary: vocabulary)
  }
}
