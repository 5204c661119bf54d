import Foundation
import Lubdub
import TestSupport
import Testing

@testable import LubdubHaptics

/// Source text for apps: compiled against the declarations that it uses, where a compiler is at hand.
@Suite struct SnippetTests {
  private static func document() -> TimelineDocument {
    var events = HeartbeatTests.heartbeat(every: 0.5, beats: 4).events
    let points: [(Double, Double)] = [(0, 0.2), (0.2, 0.9), (0.4, 0.1)]
    let curve = points.map {
      HapticEvent.CurvePoint(time: Seconds($0.0), intensity: $0.1, sharpness: $0.1)
    }
    events.append(
      HapticEvent(
        time: 3, intensity: 0.9, sharpness: 0.9,
        kind: .continuous(duration: 0.4, curve: curve)))
    return TimelineDocument(Timeline(duration: 4, events: events))
  }

  private static func text(_ snippet: Snippet, _ document: TimelineDocument) throws -> String {
    var options = ExportOptions()
    options.name = "my heart-2 */ \" }"
    return String(decoding: try snippet.encode(document, options: options).bytes, as: UTF8.self)
  }

  @Test(
    "Swift compiles against the declarations of Core Haptics, with and without events",
    .enabled(if: Program.named("swiftc") != nil, "there is no swiftc"))
  func swift() throws {
    let compiler = try #require(Program.named("swiftc"))
    let folder = try Folder()
    defer { folder.remove() }
    try folder.write(Declarations.coreHaptics, to: "CoreHaptics.swift")
    try compiler.run(
      ["-emit-module", "-module-name", "CoreHaptics", "-parse-as-library", "CoreHaptics.swift"],
      in: folder)
    for (index, document) in [Self.document(), TimelineDocument(Timeline(duration: 1, events: []))]
      .enumerated()
    {
      try folder.write(Self.text(.swift, document), to: "Heart\(index).swift")
      try compiler.run(
        ["-typecheck", "-swift-version", "6", "-I", ".", "Heart\(index).swift"], in: folder)
    }
  }

  @Test(
    "Java compiles, also with the most steps",
    .enabled(if: Program.named("javac") != nil, "there is no javac"))
  func java() throws {
    let compiler = try #require(Program.named("javac"))
    let folder = try Folder()
    defer { folder.remove() }
    try folder.write(Declarations.vibrationEffect, to: "VibrationEffect.java")
    try folder.write(Self.text(.java, Self.document()), to: "MyHeart2.java")
    let long = Timeline(duration: 200, events: Self.taps(Snippet.mostSteps / 2))
    var options = ExportOptions()
    options.name = "long"
    options.looping = .never
    let bytes = try Snippet.java.encode(TimelineDocument(long), options: options).bytes
    try folder.write(String(decoding: bytes, as: UTF8.self), to: "Long.java")
    try compiler.run(["-d", ".", "VibrationEffect.java", "MyHeart2.java", "Long.java"], in: folder)
  }

  @Test("More steps than a method of Java's can hold are refused with a cure")
  func tooLong() throws {
    let long = Timeline(duration: 200, events: Self.taps(Snippet.mostSteps / 2 + 1))
    var options = ExportOptions()
    options.looping = .never
    let error = #expect(throws: FormatError.self) {
      try Snippet.kotlin.encode(TimelineDocument(long), options: options)
    }
    #expect(error?.finding.rule == "snippet-steps")
    #expect(error?.finding.cure != nil)
    #expect(throws: Never.self) {
      try Snippet.swift.encode(TimelineDocument(long), options: options)
    }
  }

  /// Taps, each a pulse and a pause.
  private static func taps(_ count: Int) -> [HapticEvent] {
    (0..<count).map {
      HapticEvent(time: Seconds(Double($0) * 0.1), intensity: 0.5, sharpness: 0.5)
    }
  }

  @Test(
    "C# compiles for Android and for gamepads, where there is a compiler",
    .enabled(if: Program.csharp != nil, "there is neither mcs nor csc"))
  func csharp() throws {
    let compiler = try #require(Program.csharp)
    let folder = try Folder()
    defer { folder.remove() }
    try folder.write(Declarations.unity, to: "Unity.cs")
    try folder.write(Self.text(.csharp, Self.document()), to: "MyHeart2.cs")
    try compiler.run(
      [
        "-target:library", "-warnaserror", "-define:UNITY_ANDROID,ENABLE_INPUT_SYSTEM", "Unity.cs",
        "MyHeart2.cs",
      ], in: folder)
  }

  @Test(
    "Kotlin compiles, where there is a compiler",
    .enabled(if: Thoroughness.isFull, "starting the compiler takes seconds"),
    .enabled(if: Program.named("javac") != nil, "there is no javac"),
    .enabled(if: Program.named("kotlinc") != nil, "there is no kotlinc"))
  func kotlin() throws {
    let java = try #require(Program.named("javac"))
    let compiler = try #require(Program.named("kotlinc"))
    let folder = try Folder()
    defer { folder.remove() }
    try folder.write(Declarations.vibrationEffect, to: "VibrationEffect.java")
    try folder.write(Declarations.vibrator, to: "Vibrator.java")
    try folder.write(Declarations.build, to: "Build.java")
    try folder.write(Self.text(.kotlin, Self.document()), to: "MyHeart2.kt")
    try java.run(["-d", ".", "VibrationEffect.java", "Vibrator.java", "Build.java"], in: folder)
    try compiler.run(["-cp", ".", "-d", "out", "MyHeart2.kt"], in: folder)
  }

  @Test("Kotlin plays the envelope from API level 36 on, and the waveform elsewhere")
  func envelope() throws {
    let text = try Self.text(.kotlin, Self.document())
    #expect(text.contains("SDK_INT < 36") && text.contains("BasicEnvelopeBuilder"))
    #expect(text.contains("createWaveform"))
    // An envelope ends at rest.
    let last = try #require(
      text.split(separator: "\n").last { $0.contains("floatArrayOf(") }?.split(separator: "(").last)
    #expect(last.hasPrefix("0f"))
  }

  @Test(
    "JavaScript plays each step on a gamepad, and on and off on a phone, where there is node",
    .enabled(if: Program.named("node") != nil, "there is no node"))
  func javascript() throws {
    let node = try #require(Program.named("node"))
    let folder = try Folder()
    defer { folder.remove() }
    let taps = Timeline(duration: 0.3, events: Self.taps(3))
    try folder.write(Self.text(.javascript, TimelineDocument(taps)), to: "heart.mjs")
    try folder.write(
      """
      import { MyHeart2Haptics as heart } from './heart.mjs';
      import assert from 'node:assert';
      const played = [];
      Object.defineProperty(globalThis, 'navigator', {
        value: { vibrate: entries => { played.push(entries); return true; } }, configurable: true });
      assert.ok(await heart.vibrate());
      assert.deepEqual(played, [[20, 80, 20, 80, 20]]);
      played.length = 0;
      heart.timings = [200, ...Array(120).fill(2), 100];
      heart.amplitudes = [0, ...Array.from({ length: 120 }, (_, step) => step % 2 ? 0 : 255), 255];
      const start = performance.now();
      const whole = heart.vibrate();
      assert.deepEqual(played, []);
      assert.ok(await whole && performance.now() - start >= 396);
      assert.deepEqual(played.map(entries => entries.length), [99, 21]);
      assert.equal(played[1].at(-1), 100);
      heart.timings = [20, 80, 20, 80, 20, 80];
      heart.amplitudes = [128, 0, 128, 0, 128, 0];
      let effects = 0;
      await heart.rumble({ vibrationActuator: {
        playEffect: (kind, effect) => {
          effects += kind === 'dual-rumble' && Math.abs(effect.weakMagnitude - 0.5) < 0.01 ? 1 : 0 },
        reset: async () => {} } });
      assert.ok(effects >= 3);
      """, to: "test.mjs")
    try node.run(["test.mjs"], in: folder)
  }

  @Test("The arrays of a snippet are those of the JSON", arguments: Snippet.allCases)
  func arrays(_ snippet: Snippet) throws {
    let document = Self.document()
    let text = try Self.text(snippet, document)
    #expect(text.contains("MyHeart2Haptics"))
    #expect(!text.contains("*/ \""))
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}")] as [(Character, Character)] {
      #expect(text.count { $0 == open } == text.count { $0 == close })
    }
    let encoded = try snippet.format.encode(document)
    #expect(try snippet.encode(document).loss == encoded.loss)
    guard snippet != .swift else { return }
    let json = try JSONSerialization.jsonObject(with: Data(encoded.bytes)) as? [String: Any]
    for name in ["timings", "amplitudes"] {
      let numbers = try #require(json?[name] as? [Int])
      let wanted = numbers.map(String.init).joined(separator: ",")
      #expect(text.filter { !$0.isWhitespace }.contains(wanted), "\(name)")
    }
  }

  @Test(
    "A type's name is made of words",
    arguments: [
      ("lubdub", "LubdubHaptics"), ("my heart-2", "MyHeart2Haptics"), ("", nil), ("日本", nil),
      ("3 taps", "Pattern3TapsHaptics"), ("größe", "GrEHaptics"),
    ])
  func typeName(name: String, type: String?) {
    #expect(Snippet.typeName(name) == type)
  }

  @Test("A name that no type can have is refused", arguments: Snippet.allCases)
  func nameless(snippet: Snippet) {
    var options = ExportOptions()
    options.name = "日本"
    let document = TimelineDocument(
      Timeline(duration: 1, events: [HapticEvent(time: 0, intensity: 1, sharpness: 1)]))
    let error = #expect(throws: FormatError.self) {
      try snippet.encode(document, options: options)
    }
    #expect(error.map { "\($0)".contains("日本") } == true)
  }
}

/// A folder that is removed after the test.
private struct Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "snippet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func write(_ text: String, to name: String) throws {
    try text.write(to: url.appending(path: name), atomically: true, encoding: .utf8)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}

/// A program of this machine.
private struct Program {
  let url: URL

  /// The first of that name in `PATH`; `nil` when there is none.
  static func named(_ name: String) -> Program? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for folder in path.split(separator: ":") {
      let url = URL(filePath: String(folder)).appending(path: name)
      if FileManager.default.isExecutableFile(atPath: url.path) { return Program(url: url) }
    }
    return nil
  }

  /// A compiler of C#.
  static var csharp: Program? { named("mcs") ?? named("csc") }

  /// Runs the program; what it prints is shown when it fails.
  func run(_ arguments: [String], in folder: Folder) throws {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    let log = folder.url.appending(path: "log")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    let output = String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self)
    #expect(process.terminationStatus == 0, "\(url.lastPathComponent): \(output)")
  }
}

/// The declarations that snippets use, without bodies, after the documentation of their platforms.
private enum Declarations {
  static let coreHaptics = """
    public struct CHHapticDynamicParameter {
      public struct ID {
        public static var hapticIntensityControl: ID { ID() }
        public static var hapticSharpnessControl: ID { ID() }
      }
    }
    public class CHHapticEventParameter {
      public init(parameterID: CHHapticEvent.ParameterID, value: Float) {}
    }
    public class CHHapticEvent {
      public struct EventType {
        public static var hapticTransient: EventType { EventType() }
        public static var hapticContinuous: EventType { EventType() }
      }
      public struct ParameterID {
        public static var hapticIntensity: ParameterID { ParameterID() }
        public static var hapticSharpness: ParameterID { ParameterID() }
      }
      public init(
        eventType: EventType, parameters: [CHHapticEventParameter], relativeTime: Double) {}
      public init(
        eventType: EventType, parameters: [CHHapticEventParameter], relativeTime: Double,
        duration: Double) {}
    }
    public class CHHapticParameterCurve {
      public class ControlPoint {
        public init(relativeTime: Double, value: Float) {}
      }
      public init(
        parameterID: CHHapticDynamicParameter.ID, controlPoints: [ControlPoint],
        relativeTime: Double) {}
    }
    public class CHHapticPattern {
      public init(events: [CHHapticEvent], parameterCurves: [CHHapticParameterCurve]) throws {}
    }
    public let CHHapticTimeImmediate = 0.0
    public protocol CHHapticPatternPlayer {
      func start(atTime time: Double) throws
      func stop(atTime time: Double) throws
    }
    public class CHHapticEngine {
      public enum StoppedReason: Int { case audioSessionInterrupt = 1, systemError = -1 }
      public init() throws {}
      public var playsHapticsOnly = false
      public var stoppedHandler: (StoppedReason) -> Void = { _ in }
      public var resetHandler: () -> Void = {}
      public func start() throws {}
      public func makePlayer(with pattern: CHHapticPattern) throws -> CHHapticPatternPlayer {
        Nothing()
      }
      private struct Nothing: CHHapticPatternPlayer {
        func start(atTime time: Double) throws {}
        func stop(atTime time: Double) throws {}
      }
    }
    """

  static let vibrationEffect = """
    package android.os;
    public class VibrationEffect {
      public static VibrationEffect createWaveform(long[] timings, int[] amplitudes, int repeat) {
        return null;
      }
      public static class BasicEnvelopeBuilder {
        public BasicEnvelopeBuilder setInitialSharpness(float sharpness) { return this; }
        public BasicEnvelopeBuilder addControlPoint(float intensity, float sharpness, long millis) {
          return this;
        }
        public VibrationEffect build() { return null; }
      }
    }
    """

  static let vibrator = """
    package android.os;
    public class Vibrator {
      public static class EnvelopeEffectInfo { public int getMaxSize() { return 16; } }
      public boolean areEnvelopeEffectsSupported() { return true; }
      public EnvelopeEffectInfo getEnvelopeEffectInfo() { return new EnvelopeEffectInfo(); }
    }
    """

  static let build = """
    package android.os;
    public class Build { public static class VERSION { public static final int SDK_INT = 36; } }
    """

  static let unity = """
    namespace UnityEngine
    {
        public class AndroidJavaObject : System.IDisposable
        {
            public T GetStatic<T>(string name) { return default(T); }
            public T Call<T>(string name, params object[] arguments) { return default(T); }
            public T CallStatic<T>(string name, params object[] arguments) { return default(T); }
            public void Call(string name, params object[] arguments) {}
            public void Dispose() {}
        }
        public class AndroidJavaClass : AndroidJavaObject
        {
            public AndroidJavaClass(string name) {}
        }
        public static class Time
        {
            public static double realtimeSinceStartupAsDouble { get { return 0; } }
        }
    }
    namespace UnityEngine.InputSystem
    {
        public class Gamepad
        {
            public void SetMotorSpeeds(float low, float high) {}
            public void ResetHaptics() {}
        }
    }
    """
}
