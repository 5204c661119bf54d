// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// With LUBDUB_NATIVE=1 the build uses every instruction of this machine and runs on no other kind.
/// Without it, it is portable, and can be used as a dependency.
let isNative = ProcessInfo.processInfo.environment["LUBDUB_NATIVE"] == "1"

/// With LUBDUB_DOCS=1 the plugin that builds the documentation is a dependency; tools/docs sets it.
let documents = ProcessInfo.processInfo.environment["LUBDUB_DOCS"] == "1"

let package = Package(
  name: "Lubdub",
  platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "Lubdub", targets: ["Lubdub"]),
    .library(name: "LubdubLive", targets: ["LubdubLive"]),
    .library(name: "Settings", targets: ["Settings"]),
    .library(name: "Ceremony", targets: ["Ceremony"]),
    .library(name: "TraceReading", targets: ["TraceReading"]),
    .library(name: "TraceImporters", targets: ["TraceImporters"]),
    .library(name: "Positions", targets: ["Positions"]),
    .library(name: "PositionReading", targets: ["PositionReading"]),
    .library(name: "Pulse", targets: ["Pulse"]),
    .library(name: "PulseReading", targets: ["PulseReading"]),
    .library(name: "Strokes", targets: ["Strokes"]),
    .library(name: "StrokeReading", targets: ["StrokeReading"]),
    .library(name: "Breathing", targets: ["Breathing"]),
    .library(name: "DayPlanning", targets: ["DayPlanning"]),
    .library(name: "TraceSimulator", targets: ["TraceSimulator"]),
    .library(name: "Spectra", targets: ["Spectra"]),
    .library(name: "ChannelSounding", targets: ["ChannelSounding"]),
    .library(name: "ImpulseResponse", targets: ["ImpulseResponse"]),
    .library(name: "HapticFormats", targets: ["HapticFormats"]),
    .library(name: "HapticAudio", targets: ["HapticAudio"]),
    .library(name: "LubdubC", targets: ["LubdubC"]),
    .library(name: "LubdubBench", type: .static, targets: ["LubdubBench"]),
    .library(name: "Baselines", targets: ["Baselines"]),
    .library(name: "Smoothing", targets: ["Smoothing"]),
    .library(name: "Calibration", targets: ["Calibration"]),
    .library(name: "Evaluation", targets: ["Evaluation"]),
    .library(name: "Tuning", targets: ["Tuning"]),
    .executable(name: "lubdub", targets: ["LubdubCLI"]),
  ],
  traits: [
    .trait(
      name: "FFTW",
      description: "Fourier transforms by FFTW, which is quick and whose licence is the GPL. "
        + "Without it they are done in Swift."),
    .trait(
      name: "Tool",
      description:
        "The command-line tool, tuning and YAML files, with the packages that they need. "
        + "An app that takes a library of the pipeline leaves it out, and resolves none of them."),
    .trait(
      name: "SoundFiles",
      description: "Haptics from FLAC, Ogg and MP3 by libsndfile (LGPL). Without it, from WAV only."
    ),
    .trait(
      name: "QRCodes",
      description:
        "A link as a QR code on a keepsake, by libqrencode (LGPL). Without it, none is made."
    ),
    .trait(
      name: "Studio",
      description:
        "`lubdub studio --live`, with FlyingFox. On Linux its Foundation needs libcurl, which a static "
        + "build has not.",
      enabledTraits: ["Tool"]),
    .default(enabledTraits: ["FFTW", "Tool", "Studio"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ]
    + (documents
      ? [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")] : []),
  targets: [
    // MARK: The ground floor.
    .library("Statistics", products: [.realModule]),

    // MARK: The pipeline: no Foundation, no system library.
    .library("Quantities", products: [.realModule]),
    .library("Link", ["Quantities"]),
    .library("Ranging", ["Link"], products: [.realModule]),
    .library("Proximity", ["Link"], products: [.realModule]),
    .library("Haptics", ["Quantities"]),
    .library("Ceremony", ["Link", "Haptics"]),
    .library("Lubdub", ["Link", "Ranging", "Proximity", "Haptics", "Ceremony"]),
    .library("LubdubLive", ["Lubdub"]),
    .library("Settings", ["Lubdub", "CanonicalJSON"]),

    // MARK: Bytes in and out.
    .library("FileIO"),
    .library("CanonicalJSON"),
    .target(name: "CTraceText"),
    .library("TraceReading", ["Link", "CanonicalJSON", "FileIO", "CZlib", "CTraceText"]),
    .library("HapticFormats", ["Quantities", "Haptics", "CanonicalJSON"]),

    // MARK: Positions on the ground.
    .library("Positions", ["Quantities"], products: [.realModule]),
    .library("PositionReading", ["Positions", "Link", "TraceReading", "CanonicalJSON", "FileIO"]),

    // MARK: Breathing that is felt.
    .library("Breathing", ["Quantities", "Haptics"], products: [.realModule]),

    // MARK: Small things to do in a day.
    .library(
      "DayPlanning", ["Quantities", "Haptics", "TraceReading", "CanonicalJSON", "Statistics"]),

    // MARK: A session as a whole, also in a page and from C.
    .library("ZoneScores", ["Link", "Proximity", "Lubdub", "Statistics", "CanonicalJSON"]),
    .library(
      "Sessions", ["Lubdub", "ZoneScores", "HapticFormats", "Settings", "CanonicalJSON"]),

    // MARK: Signals.
    .systemLibrary(
      name: "CFFTW3", pkgConfig: "fftw3",
      providers: [.apt(["libfftw3-dev"]), .brew(["fftw"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CSndFile", pkgConfig: "sndfile",
      providers: [.apt(["libsndfile1-dev"]), .brew(["libsndfile"])]),
    .systemLibrary(
      name: "CQRencode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    .library(
      "Spectra", ["Quantities"],
      products: [.realModule, .target(name: "CFFTW3", condition: .when(traits: ["FFTW"]))],
      settings: [.strictMemorySafety()]),
    .library("ChannelSounding", ["Quantities", "Spectra"], products: [.realModule]),
    .library("ImpulseResponse", ["Spectra"], products: [.realModule]),
    .library(
      "TraceImporters",
      [
        "Link", "CanonicalJSON", "FileIO", "TraceReading", "Spectra", "ChannelSounding",
        "ImpulseResponse", "Positions", "PositionReading",
      ]),
    .library(
      "TraceSimulator",
      [
        "Link", "Ranging", "Statistics", "TraceReading", "Spectra", "ChannelSounding",
        "Positions", "CanonicalJSON",
      ],
      products: [.realModule]),
    .library(
      "HapticAudio", ["Quantities", "Haptics", "Spectra", "FileIO", "Statistics"],
      products: [
        .realModule, .target(name: "CSndFile", condition: .when(traits: ["SoundFiles"])),
      ]),

    // MARK: Pulse.
    .library("Pulse", ["Quantities", "Haptics", "Spectra", "Statistics"]),
    .library(
      "PulseReading",
      ["Quantities", "Pulse", "Statistics", "TraceReading", "TraceImporters", "FileIO"]),

    // MARK: The C interface, also as WebAssembly.
    .target(name: "CLubdub"),
    .library(
      "LubdubC",
      [
        "CLubdub", "Lubdub", "ZoneScores", "Sessions", "HapticFormats", "HapticAudio", "Settings",
        "CanonicalJSON",
      ]),

    // MARK: Strokes on a surface.
    .library("Baselines", ["Ranging"], products: [.realModule]),
    .library(
      "Strokes", ["Quantities", "Haptics", "Baselines", "Statistics"], products: [.realModule]),
    .library(
      "StrokeReading", ["Quantities", "Strokes", "TraceReading", "CanonicalJSON", "FileIO"]),

    // MARK: Measurement and search.
    .library("Smoothing", ["Link", "Ranging"], products: [.realModule]),
    .library(
      "Calibration", ["Link", "Ranging", "Smoothing", "Statistics", "Positions"],
      products: [.realModule]),
    .library(
      "Evaluation",
      [
        "Lubdub", "Baselines", "Smoothing", "Calibration", "Spectra", "Statistics",
        "ChannelSounding", "ImpulseResponse", "TraceReading", "TraceImporters", "TraceSimulator",
        "ZoneScores", "FileIO", "CanonicalJSON", "Positions",
      ],
      products: [.realModule]),
    .library(
      "Tuning",
      [
        "Evaluation", "Baselines", "Smoothing", "Statistics", "TraceReading", "Lubdub", "FileIO",
        "Settings", "CanonicalJSON",
      ],
      products: [.realModule, .product(name: "GRDB", package: "GRDB.swift", condition: .tool)]),
    .library(
      "LubdubBench",
      [
        "CLubdub", "LubdubC", "Lubdub", "Sessions", "ZoneScores", "Settings",
        "CanonicalJSON", "HapticFormats", "TraceReading", "TraceImporters", "FileIO", "Baselines",
        "Calibration", "Evaluation", "Tuning",
      ]),
    .library(
      "SettingsYAML", ["Lubdub", "Settings", "HapticAudio", "TraceReading"],
      products: [.product(name: "Yams", package: "Yams", condition: .tool)]),

    // MARK: What people read.
    .target(name: "CPage"),
    .library(
      "Reports",
      [
        "Calibration", "Evaluation", "Tuning", "Lubdub", "TraceReading", "HapticFormats",
        "HapticAudio", "Spectra", "ChannelSounding", "ImpulseResponse", "TraceImporters",
        "Statistics", "CanonicalJSON", "Settings", "Sessions", "CPage", "CLubdub", "LubdubC",
        "Pulse",
        "PulseReading",
        "Strokes",
      ],
      products: [.target(name: "CQRencode", condition: .when(traits: ["QRCodes"]))]),

    .library(
      "Inspection",
      [
        "TraceReading", "HapticFormats", "HapticAudio", "SettingsYAML", "Settings",
        "Baselines", "Lubdub", "Statistics",
        "FileIO", "PositionReading", "Positions", "PulseReading", "Pulse",
        "StrokeReading", "Strokes", "DayPlanning", "CanonicalJSON",
      ]),

    // MARK: The tool.
    .executableTarget(
      name: "LubdubCLI",
      dependencies: [
        "Lubdub", "TraceReading", "TraceImporters", "TraceSimulator", "HapticFormats",
        "HapticAudio", "Spectra", "ChannelSounding", "ImpulseResponse", "Baselines", "Smoothing",
        "Calibration", "Evaluation", "Tuning",
        "SettingsYAML", "CanonicalJSON", "FileIO", "Reports",
        "Inspection", "Settings", "LubdubLive", "Sessions", "Positions", "PositionReading",
        "Pulse", "PulseReading", "Strokes", "StrokeReading", "Breathing", "DayPlanning",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser", condition: .tool),
        .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Studio"])),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Studio"])),
      ],
      swiftSettings: .strict),

    // MARK: Tests.
    .target(
      name: "TestSupport",
      dependencies: ["Evaluation", "Link", "Quantities", "Ranging", "Statistics", "TraceReading"],
      path: "Tests/TestSupport",
      swiftSettings: .strict),
    .tests("Statistics"),
    .tests("Quantities"),
    .tests("Ranging"),
    .tests("Proximity", ["Ranging"]),
    .tests("Haptics"),
    .tests("Ceremony"),
    .tests("Lubdub", ["Baselines"]),
    .tests("FileIO"),
    .tests("CanonicalJSON"),
    .tests("TraceReading", ["FileIO", "CanonicalJSON", "CTraceText", "TraceSimulator"]),
    .tests(
      "TraceImporters",
      ["TraceReading", "FileIO", "CanonicalJSON", "ChannelSounding", "Spectra", "ImpulseResponse"]),
    .tests("Positions"),
    .tests(
      "PositionReading", ["Positions", "TraceReading", "CanonicalJSON", "FileIO", "Lubdub"]),
    .tests("Pulse", ["Haptics"]),
    .tests("PulseReading", ["Pulse", "TraceReading"]),
    .tests("Strokes", ["Haptics", "Quantities"]),
    .tests(
      "StrokeReading", ["Strokes", "TraceReading", "HapticFormats", "Haptics", "Quantities"]),
    .tests("Breathing", ["Haptics", "Quantities"]),
    .tests("DayPlanning", ["TraceReading", "CanonicalJSON", "Haptics", "Quantities"]),
    .tests("TraceSimulator", ["TraceReading", "FileIO", "ChannelSounding"]),
    .tests("HapticFormats", ["Haptics", "CanonicalJSON", "Lubdub", "TraceReading"]),
    .tests("Spectra"),
    .tests("ChannelSounding", ["Spectra"]),
    .tests("ImpulseResponse", ["Spectra"]),
    .tests("HapticAudio", ["Haptics", "HapticFormats", "Spectra", "FileIO"]),
    .tests("Baselines"),
    .tests("Smoothing"),
    .tests("Calibration"),
    .tests(
      "Evaluation",
      [
        "Lubdub", "TraceReading", "TraceImporters", "TraceSimulator", "ImpulseResponse",
        "ChannelSounding",
      ]),
    .tests("Tuning", ["Lubdub", "TraceReading", "FileIO", "CanonicalJSON"]),
    .tests("Inspection", ["FileIO", "HapticFormats", "TraceReading"]),
    .tests(
      "Reports",
      [
        "Evaluation", "Lubdub", "TraceReading", "HapticAudio", "HapticFormats", "Haptics",
        "Quantities",
      ]),
    .tests("SettingsYAML", ["Lubdub", "Settings", "TraceReading"]),
    .tests("Settings", ["Lubdub", "CanonicalJSON"], exclude: ["ReferenceWalk.txt"]),
    .tests("LubdubLive", ["Lubdub"]),
    .target(name: "LubdubCClient", dependencies: ["CLubdub"], path: "Tests/LubdubCClient"),
    .tests("LubdubC", ["CLubdub", "CanonicalJSON", "LubdubCClient"]),
    .tests("LubdubBench", ["CLubdub", "LubdubC", "CanonicalJSON"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["Lubdub", "LubdubLive", "Settings", "HapticFormats", "TestSupport"],
      swiftSettings: .strict),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "LubdubCLI", "TestSupport", "CanonicalJSON", "TraceReading", "TraceImporters",
      ],
      swiftSettings: .strict),
  ],
  swiftLanguageModes: [.v6]
)

extension TargetDependencyCondition {
  /// Only with the trait `Tool`.
  static var tool: TargetDependencyCondition? { .when(traits: ["Tool"]) }
}

extension [SwiftSetting] {
  /// Every target of ours: explicit existentials, explicit imports, warnings are errors.
  static var strict: [SwiftSetting] {
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .treatAllWarnings(as: .error),
    ] + (isNative ? [.unsafeFlags(["-Xcc", "-march=native", "-target-cpu", "native"])] : [])
  }
}

extension Target.Dependency {
  /// Elementary functions without a system library.
  static let realModule = Target.Dependency.product(name: "RealModule", package: "swift-numerics")
}

extension Target {
  /// A library target of ours, with the strict settings.
  static func library(
    _ name: String, _ modules: [String] = [], products: [Dependency] = [],
    settings: [SwiftSetting] = []
  ) -> Target {
    .target(
      name: name, dependencies: modules.map { .init(stringLiteral: $0) } + products,
      swiftSettings: .strict + settings)
  }

  /// The tests of one library target.
  static func tests(
    _ module: String, _ more: [String] = [], exclude: [String] = []
  ) -> Target {
    .testTarget(
      name: module + "Tests",
      dependencies: ([module, "TestSupport"] + more).map { .init(stringLiteral: $0) },
      exclude: exclude,
      swiftSettings: .strict)
  }
}
