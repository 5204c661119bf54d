import Foundation
import TestSupport
import Testing

@testable import LubdubHaptics

/// Other validators accept the written files.
@Suite struct ValidatorTests {
  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "formats-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test(
    "Every Vibration XML is accepted by xmllint with the platform's schema",
    .programs("xmllint", of: "libxml2-utils"),
    .recordings("haptics"),
    arguments: ExportOptions.AndroidStyle.allCases)
  func xml(_ style: ExportOptions.AndroidStyle) throws {
    let schemas = try #require(Recordings.folder("haptics")).appending(path: "android")
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    func write(_ timeline: Timeline, _ looping: ExportOptions.Looping) throws {
      var options = ExportOptions()
      options.androidStyle = style
      options.looping = looping
      guard
        let encoded = try? HapticFormat.androidXML.encode(
          TimelineDocument(timeline), options: options)
      else { return }
      let file = folder.appending(path: "\(files.count).xml")
      try Data(encoded.bytes).write(to: file)
      files.append(file.path)
    }
    for seed in 0..<60 {
      var random = RandomTimelines(seed: UInt64(seed))
      try write(seed.isMultiple(of: 2) ? random.tangled() : random.separated(), .automatic)
    }
    for tempo in HeartbeatTests.tempi {
      try write(HeartbeatTests.heartbeat(every: tempo, beats: 20), .always)
    }
    try #require(files.count > 40)
    let derived = schemas.appending(path: "vibration-api36-derived.xsd").path
    let lint = try Installed.run("xmllint", ["--noout", "--schema", derived] + files)
    #expect(lint.status == 0, "\(lint.output.prefix(2000))")
    guard style == .waveform else { return }
    let published = schemas.appending(path: "vibration-aosp-ba6d975.xsd").path
    let strict = try Installed.run("xmllint", ["--noout", "--schema", published] + files)
    #expect(strict.status == 0, "\(strict.output.prefix(2000))")
  }

  @Test(.python(with: "jsonschema"))
  func `An independent validator accepts timeline documents by docs/timeline.schema.json`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var files: [String] = []
    for seed in 0..<40 {
      var random = RandomTimelines(seed: UInt64(seed))
      var document = TimelineDocument(random.tangled())
      document.annotations["generator"] = ["name": "lubdub", "version": "1"]
      let file = folder.appending(path: "\(seed).json")
      try Data(HapticFormat.json.encode(document).bytes).write(to: file)
      files.append(file.path)
    }
    let script = """
      import json, sys, jsonschema
      schema = json.load(open(sys.argv[1]))
      jsonschema.Draft202012Validator.check_schema(schema)
      validator = jsonschema.Draft202012Validator(schema)
      for name in sys.argv[2:]:
          document = json.load(open(name))
          validator.validate(document)
          document["events"].append({"t_s": -1, "kind": "transient", "intensity": 2, "sharpness": 0})
          assert not validator.is_valid(document), "a bad event was accepted"
      """
    let schema = Recordings.packageRoot.appending(path: "docs/timeline.schema.json").path
    let python = try #require(Installed.python(with: "jsonschema"))
    let result = try Installed.run(python, ["-W", "ignore", "-c", script, schema] + files)
    #expect(result.status == 0, "\(result.output.suffix(2000))")
  }
}
