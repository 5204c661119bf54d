// swift-tools-version: 6.3
import Foundation
import PackageDescription

/// With LUBDUB_NATIVE=1 the build uses every instruction of this machine and runs on no other kind.
/// Without it, it is portable, and can be used as a dependency.
let isNative = ProcessInfo.processInfo.environment["LUBDUB_NATIVE"] == "1"

/// With LUBDUB_DOCS=1 the plugin that builds the documentation is a dependency; tools/docs sets it.
let documents = ProcessInfo.processInfo.environment["LUBDUB_DOCS"] == "1"

let package = Package(
  name: "Lubdub",
  // Clocks need iOS 16. The bench and the tool use Mutex and Atomic, which need macOS 15; they are not for phones.
  platforms: [.macOS(.v15), .iOS(.v16), .watchOS(.v9), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "Lubdub", targets: ["Lubdub"]),
    .library(name: "LubdubLive", targets: ["LubdubLive"]),
    .library(name: "LubdubSettings", targets: ["Settings", "JSON"]),
    .library(name: "LubdubTraces", targets: ["Traces", "DeviceLogs"]),
    .library(name: "LubdubHaptics", targets: ["HapticFormats", "HapticAudio"]),
    .library(name: "LubdubSignals", targets: ["Spectra", "RadioSignals"]),
    .library(
      name: "LubdubExtras", targets: ["Positions", "Strokes", "Wellbeing", "ExtraLogs"]),
    .library(name: "LubdubWorkbench", targets: ["Simulation", "Sessions", "Evaluation", "Tuning"]),
    .library(name: "LubdubC", type: .static, targets: ["LubdubC"]),
    .library(name: "LubdubCTools", type: .static, targets: ["LubdubCTools"]),
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
        + "An app that takes a library of the pipeline leaves it out, and resolves no package of the tool."
    ),
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
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ]
    + (documents
      ? [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")] : []),
  targets: [
    // MARK: Ground
    .module("Quantities", in: "Ground", products: [.realModule]),
    .module("JSON", in: "Ground"),
    .module("Text", in: "Ground", ["JSON"]),
    .module("Files", in: "Ground", ["JSON", "Text"]),

    // MARK: Core
    .module("Observations", in: "Core", ["Quantities"]),
    .module("Ranging", in: "Core", ["Quantities", "Observations"], products: [.realModule]),
    .module("Proximity", in: "Core", ["Quantities", "Observations"], products: [.realModule]),
    .module("Haptics", in: "Core", ["Quantities"]),
    .module(
      "Lubdub", in: "Core", ["Quantities", "Observations", "Ranging", "Proximity", "Haptics"]),
    .module("LubdubLive", in: "Core", ["Quantities", "Lubdub"]),
    .module("Settings", in: "Core", ["JSON", "Lubdub"]),

    // MARK: Signals
    .module(
      "Spectra", in: "Signals", ["Quantities"],
      products: [.realModule, .target(name: "CFFTW3", condition: .when(traits: ["FFTW"]))],
      settings: [.strictMemorySafety()]),
    .module("RadioSignals", in: "Signals", ["Quantities", "Spectra"], products: [.realModule]),

    // MARK: InputOutput
    .module(
      "Traces", in: "InputOutput",
      ["Quantities", "JSON", "Text", "Files", "Observations", "CTraceText", "CZlib"],
      settings: [.strictMemorySafety()]),
    .module(
      "DeviceLogs", in: "InputOutput",
      ["Quantities", "JSON", "Text", "Files", "Observations", "Spectra", "RadioSignals", "Traces"]),
    .module("HapticFormats", in: "InputOutput", ["Quantities", "JSON", "Text", "Haptics"]),
    .module(
      "HapticAudio", in: "InputOutput", ["Quantities", "Files", "Haptics", "Spectra"],
      products: [.realModule, .target(name: "CSndFile", condition: .when(traits: ["SoundFiles"]))]),
    .module(
      "SettingsYAML", in: "InputOutput",
      ["Quantities", "JSON", "Lubdub", "Settings", "Traces"],
      products: [.product(name: "Yams", package: "Yams", condition: .tool)]),

    // MARK: Extras
    .module(
      "Positions", in: "Extras",
      ["Quantities", "Observations", "Proximity", "Haptics", "Lubdub"], products: [.realModule]),
    .module("Strokes", in: "Extras", ["Quantities", "Haptics"], products: [.realModule]),
    .module(
      "Wellbeing", in: "Extras", ["Quantities", "JSON", "Text", "Haptics", "Spectra"],
      products: [.realModule]),
    .module(
      "ExtraLogs", in: "Extras",
      [
        "Quantities", "JSON", "Text", "Files", "Observations", "Haptics", "Traces", "DeviceLogs",
        "Positions", "Strokes", "Wellbeing",
      ]),

    // MARK: Workbench
    .module(
      "Simulation", in: "Workbench",
      [
        "Quantities", "JSON", "Observations", "Ranging", "Spectra", "RadioSignals", "Traces",
        "Positions",
      ], products: [.realModule]),
    .module(
      "Sessions", in: "Workbench",
      [
        "Quantities", "JSON", "Observations", "Proximity", "Haptics", "Lubdub", "Settings",
        "HapticFormats", "Positions",
      ]),
    .module(
      "Evaluation", in: "Workbench",
      [
        "Quantities", "JSON", "Text", "Files", "Observations", "Ranging", "Proximity", "Lubdub",
        "Spectra",
        "RadioSignals", "Traces", "DeviceLogs", "Positions", "ExtraLogs", "Simulation", "Sessions",
      ], products: [.realModule]),
    .module(
      "Tuning", in: "Workbench",
      [
        "Quantities", "JSON", "Text", "Files", "Observations", "Ranging", "Proximity", "Haptics",
        "Lubdub",
        "Settings", "Traces", "Evaluation",
      ], products: [.realModule, .target(name: "CSQLite", condition: .tool)]),
    .module(
      "Reports", in: "Workbench",
      [
        "Quantities", "JSON", "Text", "Observations", "Ranging", "Proximity", "Haptics", "Lubdub",
        "Settings", "Spectra", "RadioSignals", "Traces", "DeviceLogs", "HapticFormats",
        "HapticAudio", "Strokes", "Wellbeing", "ExtraLogs", "Sessions", "Evaluation", "Tuning",
        "CPage", "CZlib",
      ], products: [.target(name: "CQRencode", condition: .when(traits: ["QRCodes"]))]),
    .module(
      "LiveEngine", in: "Workbench",
      [
        "Quantities", "JSON", "Text", "Files", "Observations", "Haptics", "Lubdub", "LubdubLive",
        "Traces", "HapticFormats", "HapticAudio", "Sessions", "Reports",
      ],
      products: [
        .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Studio"])),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Studio"])),
      ]),
    .module(
      "Inspection", in: "Workbench",
      [
        "Quantities", "JSON", "Text", "Files", "Observations", "Lubdub", "Settings", "Traces",
        "HapticFormats", "HapticAudio", "SettingsYAML", "Positions", "Strokes", "Wellbeing",
        "ExtraLogs",
        "Evaluation",
      ], products: [.product(name: "Yams", package: "Yams", condition: .tool)]),

    // MARK: Interfaces
    .module(
      "LubdubC", in: "Interfaces",
      [
        "JSON", "Files", "Lubdub", "LubdubLive", "Settings", "HapticFormats", "HapticAudio",
        "Sessions", "CLubdub",
      ]),
    .module(
      "LubdubCTools", in: "Interfaces",
      [
        "Quantities", "JSON", "Text", "Files", "Observations", "Lubdub", "Settings", "Traces",
        "DeviceLogs", "ExtraLogs", "Sessions", "Evaluation", "Tuning", "LubdubC", "CLubdub",
      ]),
    .executableTarget(
      name: "LubdubCLI",
      dependencies: [
        "Quantities", "JSON", "Text", "Files", "Observations", "Ranging", "Haptics", "Lubdub",
        "LubdubLive",
        "Settings", "Spectra", "RadioSignals", "Traces", "DeviceLogs", "HapticFormats",
        "HapticAudio", "SettingsYAML", "Positions", "Strokes", "Wellbeing", "ExtraLogs",
        "Simulation", "Sessions", "Evaluation", "Tuning", "Reports", "LiveEngine", "Inspection",
        "CPageFiles",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .tool),
      ],
      path: "Sources/Interfaces/lubdub",
      swiftSettings: .strict),

    // MARK: System
    .target(name: "CTraceText", path: "Sources/System/CTraceText"),
    .target(name: "CLubdub", path: "Sources/System/CLubdub"),
    // The bytes of the pages stand apart from their header, so that a changed script compiles the tool alone.
    .systemLibrary(name: "CPage", path: "Sources/System/CPage"),
    .target(name: "CPageFiles", path: "Sources/System/CPageFiles", publicHeadersPath: "."),
    .systemLibrary(
      name: "CFFTW3", path: "Sources/System/CFFTW3", pkgConfig: "fftw3",
      providers: [.apt(["libfftw3-dev"]), .brew(["fftw"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/System/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CSndFile", path: "Sources/System/CSndFile", pkgConfig: "sndfile",
      providers: [.apt(["libsndfile1-dev"]), .brew(["libsndfile"])]),
    .systemLibrary(
      name: "CQRencode", path: "Sources/System/CQRencode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),

    // MARK: Tests
    .target(
      name: "TestSupport",
      dependencies: [
        "Quantities", "Text", "Observations", "Ranging", "Traces", "Evaluation", "CZlib",
      ],
      path: "Tests/TestSupport",
      swiftSettings: .strict),
    .target(
      name: "LubdubCClient", dependencies: ["CLubdub"], path: "Tests/Interfaces/LubdubCClient"),
    .tests("Quantities", in: "Ground", []),
    .tests("JSON", in: "Ground", ["TestSupport"]),
    .tests("Text", in: "Ground", []),
    .tests("Files", in: "Ground", []),
    .tests("Ranging", in: "Core", ["Quantities", "Observations", "TestSupport"]),
    .tests("Proximity", in: "Core", ["Quantities", "Observations", "Ranging", "TestSupport"]),
    .tests("Haptics", in: "Core", ["Quantities", "TestSupport"]),
    .tests(
      "Lubdub", in: "Core",
      ["Quantities", "Observations", "Ranging", "Haptics", "Evaluation", "TestSupport"]),
    .tests("LubdubLive", in: "Core", ["Lubdub", "TestSupport"]),
    .tests("Settings", in: "Core", ["JSON", "Lubdub"], exclude: ["ReferenceWalk.txt"]),
    .tests("Spectra", in: "Signals", ["Quantities", "TestSupport"]),
    .tests("RadioSignals", in: "Signals", ["Quantities", "Spectra"]),
    .tests(
      "Traces", in: "InputOutput",
      ["Quantities", "JSON", "Text", "Files", "Observations", "CTraceText", "TestSupport"],
      exclude: ["table-cases.json"]),
    .tests(
      "DeviceLogs", in: "InputOutput",
      [
        "Quantities", "JSON", "Text", "Files", "Observations", "Ranging", "Spectra", "RadioSignals",
        "Traces", "Simulation", "TestSupport",
      ]),
    .tests(
      "HapticFormats", in: "InputOutput",
      ["Quantities", "JSON", "Haptics", "Lubdub", "Traces", "TestSupport"]),
    .tests(
      "HapticAudio", in: "InputOutput", ["Quantities", "Haptics", "HapticFormats", "TestSupport"]),
    .tests(
      "SettingsYAML", in: "InputOutput",
      ["Lubdub", "Settings", "Traces"]),
    .tests("Positions", in: "Extras", ["Quantities", "Observations", "Ranging", "Lubdub"]),
    .tests("Strokes", in: "Extras", ["Quantities", "Haptics"]),
    .tests("Wellbeing", in: "Extras", ["Quantities", "JSON", "Text", "Haptics", "TestSupport"]),
    .tests(
      "ExtraLogs", in: "Extras",
      [
        "Quantities", "JSON", "Text", "Files", "Haptics", "Lubdub", "Traces", "HapticFormats",
        "Positions",
        "Strokes", "Wellbeing", "TestSupport",
      ]),
    .tests(
      "Simulation", in: "Workbench",
      ["Quantities", "Text", "Files", "Observations", "RadioSignals", "Traces", "TestSupport"]),
    .tests(
      "Sessions", in: "Workbench",
      ["Quantities", "JSON", "Observations", "Proximity", "Lubdub", "HapticFormats"]),
    .tests(
      "Evaluation", in: "Workbench",
      [
        "Quantities", "Observations", "Ranging", "Proximity", "Lubdub", "Spectra", "RadioSignals",
        "Traces", "DeviceLogs", "Simulation", "Sessions", "TestSupport",
      ]),
    .tests(
      "Tuning", in: "Workbench",
      [
        "Quantities", "JSON", "Text", "Files", "Observations", "Ranging", "Lubdub", "Traces",
        "Evaluation",
        "TestSupport",
      ]),
    .tests(
      "Reports", in: "Workbench",
      [
        "Quantities", "JSON", "Ranging", "Haptics", "Traces", "HapticFormats", "HapticAudio",
        "Evaluation", "TestSupport", "CPageFiles",
      ]),
    .tests("LiveEngine", in: "Workbench", ["Haptics", "CPageFiles"]),
    .tests(
      "Inspection", in: "Workbench",
      ["Quantities", "Settings", "Files", "Traces", "HapticFormats", "HapticAudio"]),
    .tests("LubdubC", in: "Interfaces", ["JSON", "CLubdub", "LubdubCClient"]),
    .tests("LubdubCTools", in: "Interfaces", ["JSON", "CLubdub", "TestSupport"]),
    .tests(
      "LubdubCLI", in: "Interfaces", folder: "lubdub",
      ["Quantities", "JSON", "Traces", "DeviceLogs", "ExtraLogs", "TestSupport"],
      products: [
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .tool)
      ]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["JSON", "Lubdub", "LubdubLive", "Settings", "HapticFormats", "TestSupport"],
      path: "Tests/Interfaces/Documentation",
      swiftSettings: .tests),
    .testTarget(
      name: "ArchitectureTests", path: "Tests/Interfaces/Architecture", swiftSettings: .tests),
  ],
  swiftLanguageModes: [.v6]
)

extension TargetDependencyCondition {
  /// Only with the trait `Tool`.
  static var tool: TargetDependencyCondition? { .when(traits: ["Tool"]) }
}

extension [SwiftSetting] {
  /// What is compiled once and runs once: without optimisation, in half the time.
  static var tests: [SwiftSetting] {
    strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
  }

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
  /// A library target of ours in `Sources/LAYER/NAME`, with the strict settings.
  static func module(
    _ name: String, in layer: String, _ modules: [String] = [], products: [Dependency] = [],
    settings: [SwiftSetting] = []
  ) -> Target {
    .target(
      name: name, dependencies: modules.map { .init(stringLiteral: $0) } + products,
      path: "Sources/\(layer)/\(name)", swiftSettings: .strict + settings)
  }

  /// The tests of one target of ours, in `Tests/LAYER/NAME`.
  static func tests(
    _ module: String, in layer: String, folder: String? = nil, _ more: [String] = [],
    products: [Dependency] = [], exclude: [String] = []
  ) -> Target {
    .testTarget(
      name: module + "Tests",
      dependencies: ([module] + more).map { .init(stringLiteral: $0) } + products,
      path: "Tests/\(layer)/\(folder ?? module)", exclude: exclude, swiftSettings: .tests)
  }
}
