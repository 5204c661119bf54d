import Lubdub
import LubdubHaptics
import Testing

@testable import LubdubCLI

@Suite struct ActuatorFileTests {
  private static let builtIn = ActuatorModel.names.compactMap { name in
    ActuatorModel.named(name).map { (name: name, model: $0) }
  }

  @Test func `Every actuator model is read back as written`() throws {
    let text = ActuatorFile.write(Self.builtIn)
    let read = try ActuatorFile.read(text, source: "actuators.yaml")
    #expect(read.map(\.name) == ActuatorModel.names)
    #expect(read.map(\.model) == Self.builtIn.map(\.model))
  }

  @Test func `Setting a field of an actuator changes only that field`() throws {
    for (name, model) in Self.builtIn {
      for field in model.fields {
        let changed = try #require(model.setting(field.name, to: field.value + 1))
        for (old, new) in zip(model.fields, changed.fields) {
          #expect(new.value == (old.name == field.name ? old.value + 1 : old.value), "\(name)")
        }
      }
      #expect(model.setting("nothing", to: 1) == nil)
    }
  }

  @Test func `A field that the file omits has its default`() throws {
    let text = "actuators:\n  mine:\n    model: lra\n    resonance: 150\n"
    let read = try ActuatorFile.read(text, source: "a.yaml")
    #expect(read.first?.model == ActuatorModel.lra().setting("resonance", to: 150))
  }

  static let faults: [(text: String, message: String)] = [
    ("", "a.yaml: expected the key \"actuators\" with a mapping of names to models"),
    (
      "actuators:\n  a:\n    model: piezo\n",
      "a.yaml:3: actuators.a.model is \"piezo\", expected one of wideband, lra, erm, speaker"
    ),
    (
      "actuators:\n  a:\n    resonance: 1\n",
      "a.yaml:3: actuators.a.model is missing, expected one of wideband, lra, erm, speaker"
    ),
    (
      "actuators:\n  a:\n    model: erm\n    resonance: 100\n",
      "a.yaml:4: actuators.a.resonance is not a key of erm, expected one of spinUp, spinDown, "
        + "topSpeed, pulse"
    ),
    (
      "actuators:\n  a:\n    model: lra\n    quality: 1000\n",
      "a.yaml:3: actuators.a.quality is 1000, expected 0.5 to 100"
    ),
    (
      "actuators:\n  a:\n    model: speaker\n    overtones: 1.5\n",
      "a.yaml:3: actuators.a.overtones is -1, expected 0 to 8"
    ),
    (
      "actuators:\n  a:\n    model: lra\n    quality: high\n",
      "a.yaml:4: actuators.a.quality is not a number"
    ),
    (
      "actors: {}\nactuators: {}\n",
      "a.yaml:1: \"actors\" is not known here, expected \"actuators\""
    ),
  ]

  @Test("An error in an actuator file gives the line and the rule", arguments: faults)
  func refusals(text: String, message: String) throws {
    let error = try #require(throws: SettingsFileError.self) {
      try ActuatorFile.read(text, source: "a.yaml")
    }
    #expect(error.description == message)
  }
}
