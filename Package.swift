// swift-tools-version: 6.3
import Foundation
import PackageDescription

/// With LUBDUB_NATIVE=1 the build uses every instruction of this machine and runs on no other kind.
/// Without it, it is portable, and can be used as a dependency.
let isNative = ProcessInfo.processInfo.environment["LUBDUB_NATIVE"] == "1"

/// With LUBDUB_DOCS=1 the plugin that builds the documentation is a dependency; tools/docs sets it.
let documents = ProcessInfo.processInfo.environment["LUBDUB_DOCS"] == "1"

/// The modules that use what Apple wants a reason for: the times of files, and the time since the device was started.
let withPrivacyManifest: Set = ["LubdubSupport", "LubdubApple"]
let privacyManifest = "PrivacyInfo.xcprivacy"

/// A resource brings Foundation into a module: only where the manifest is of use.
#if canImport(Darwin)
let isOfApple = true
#else
let isOfApple = false
#endif

let package = Package(
  name: "Lubdub",
  // Clocks need iOS 16. The bench and the tool use Mutex and Atomic, which need macOS 15; they are not for phones.
  platforms: [.macOS(.v15), .iOS(.v16), .watchOS(.v9), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "Lubdub", targets: ["Lubdub", "LubdubSupport"]),
    .library(name: "LubdubLive", targets: ["LubdubLive"]),
    // Ranges, signal strength and Core Haptics; empty where there are no frameworks of Apple's.
    .library(name: "LubdubApple", targets: ["LubdubApple"]),
    .library(name: "LubdubSignals", targets: ["LubdubSignals"]),
    .library(name: "LubdubTraces", targets: ["LubdubTraces"]),
    .library(name: "LubdubHaptics", targets: ["LubdubHaptics"]),
    .library(name: "LubdubExtras", targets: ["LubdubExtras"]),
    .library(name: "LubdubWorkbench", targets: ["LubdubRuns", "LubdubWorkbench"]),
    .library(name: "LubdubC", type: .static, targets: ["LubdubC"]),
    .executable(name: "lubdub", targets: ["LubdubTool"]),
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
    .default(enabledTraits: ["FFTW", "Tool"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ]
    + (documents
      ? [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")] : []),
  targets: [
    .module("LubdubSupport"),
    .module("Lubdub", ["LubdubSupport"], products: [.realModule]),
    .module("LubdubLive", ["LubdubSupport", "Lubdub"]),
    .module("LubdubApple", ["LubdubSupport", "Lubdub", "LubdubLive"]),
    .module(
      "LubdubSignals", ["Lubdub"],
      products: [.realModule, .target(name: "CFFTW3", condition: .when(traits: ["FFTW"]))],
      settings: [.strictMemorySafety()]),
    .module(
      "LubdubTraces", ["LubdubSupport", "Lubdub", "LubdubSignals", "CTraceText", "CZlib"],
      settings: [.strictMemorySafety()]),
    .module(
      "LubdubHaptics", ["LubdubSupport", "Lubdub", "LubdubSignals"],
      products: [.realModule]),
    .module(
      "LubdubExtras", ["LubdubSupport", "Lubdub", "LubdubSignals", "LubdubTraces"],
      products: [.realModule]),
    .module(
      "LubdubRuns", ["LubdubSupport", "Lubdub", "LubdubLive", "LubdubSignals", "LubdubHaptics"]),
    .module(
      "LubdubWorkbench",
      [
        "LubdubSupport", "Lubdub", "LubdubSignals", "LubdubTraces", "LubdubRuns",
      ], products: [.realModule]),
    .module(
      "LubdubReports",
      [
        "LubdubSupport", "Lubdub", "LubdubLive", "LubdubSignals", "LubdubTraces", "LubdubHaptics",
        "LubdubRuns", "LubdubWorkbench", "CPage", "CZlib",
      ],
      products: [
        .target(name: "CQRCode", condition: .tool),
        .realModule,
      ]),
    .module(
      "LubdubMonitor",
      [
        "LubdubSupport", "Lubdub", "LubdubLive", "LubdubTraces", "LubdubHaptics", "LubdubRuns",
        "LubdubReports",
      ]),
    .module(
      "LubdubC",
      [
        "LubdubSupport", "Lubdub", "LubdubLive", "LubdubTraces", "LubdubHaptics", "LubdubRuns",
        "LubdubWorkbench", "CLubdub",
      ]),
    .module(
      "LubdubCLI",
      [
        "LubdubSupport", "Lubdub", "LubdubLive", "LubdubSignals", "LubdubTraces", "LubdubHaptics",
        "LubdubRuns", "LubdubWorkbench", "LubdubReports", "LubdubMonitor", "CArguments",
      ],
      products: [
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .tool),
        .product(name: "Yams", package: "Yams", condition: .tool),
      ]),
    // The commands and reports of LubdubExtras: an app takes that module without a parser of options.
    .module(
      "LubdubExtrasCLI",
      [
        "LubdubSupport", "Lubdub", "LubdubSignals", "LubdubTraces", "LubdubHaptics", "LubdubExtras",
        "LubdubRuns", "LubdubReports", "LubdubMonitor", "LubdubCLI",
      ],
      products: [
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .tool),
        .realModule,
      ]),
    // Its folder is not called lubdub: on a disk that ignores case it would be that of the library.
    .executableTarget(
      name: "LubdubTool", dependencies: ["LubdubCLI", "LubdubExtrasCLI", "CPageFiles"],
      swiftSettings: .strict),

    // MARK: System
    .target(name: "CArguments", path: "Sources/System/CArguments"),
    .target(name: "CTraceText", path: "Sources/System/CTraceText"),
    .target(name: "CLubdub", path: "Sources/System/CLubdub"),
    // The bytes of the pages stand apart from their header, so that a changed script compiles next to nothing: a target
    // that depends on them is compiled again.
    .systemLibrary(name: "CPage", path: "Sources/System/CPage"),
    .target(name: "CPageFiles", path: "Sources/System/CPageFiles", publicHeadersPath: "."),
    .systemLibrary(
      name: "CFFTW3", path: "Sources/System/CFFTW3", pkgConfig: "fftw3",
      providers: [.apt(["libfftw3-dev"]), .brew(["fftw"])]),
    .systemLibrary(
      name: "CQRCode", path: "Sources/System/CQRCode", pkgConfig: "qrcodegen",
      providers: [.apt(["libqrcodegen-dev"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),

    // MARK: Tests
    .target(
      name: "TestSupport",
      dependencies: [
        "LubdubSupport", "Lubdub", "LubdubSignals", "LubdubTraces", "LubdubWorkbench", "CZlib",
        .realModule,
      ],
      path: "Tests/TestSupport", swiftSettings: .strict),
    .target(name: "LubdubCClient", dependencies: ["CLubdub"], path: "Tests/LubdubCClient"),
    .tests("LubdubSupport", ["TestSupport"]),
    .tests(
      "Lubdub", ["LubdubSupport", "LubdubWorkbench", "TestSupport"],
      exclude: [
        "Settings/ReferenceWalk.txt", "Ranging/TwoModes.json", "Zones/SharpZones.csv",
        "Zones/FirstZones.json",
      ]),
    .tests("LubdubLive", ["LubdubSupport", "TestSupport"]),
    .tests("LubdubSignals", ["Lubdub", "LubdubWorkbench", "TestSupport"]),
    .tests(
      "LubdubTraces",
      [
        "LubdubSupport", "Lubdub", "LubdubSignals", "CTraceText", "TestSupport",
      ],
      exclude: ["table-cases.json"]),
    .tests("LubdubHaptics", ["LubdubSupport", "Lubdub", "LubdubTraces", "TestSupport"]),
    .tests(
      "LubdubExtras",
      [
        "LubdubSupport", "Lubdub", "LubdubTraces", "LubdubHaptics", "LubdubRuns", "LubdubWorkbench",
        "TestSupport",
      ]),
    .tests(
      "LubdubExtrasCLI", ["LubdubCLI", "TestSupport"]),
    .tests("LubdubRuns", ["LubdubSupport", "Lubdub", "LubdubHaptics"]),
    .tests(
      "LubdubWorkbench",
      [
        "LubdubSupport", "Lubdub", "LubdubSignals", "LubdubTraces", "LubdubRuns", "TestSupport",
      ],
      exclude: [
        "Calibration/SignalLaw.json", "Evaluation/Baselines/peers.csv", "Tuning/decisions.json",
      ]),
    .tests(
      "LubdubReports",
      [
        "LubdubSupport", "Lubdub", "LubdubTraces", "LubdubHaptics", "LubdubWorkbench",
        "TestSupport",
      ]),
    .tests(
      "LubdubMonitor", ["LubdubSupport", "Lubdub", "LubdubTraces", "TestSupport"]),
    .tests("LubdubC", ["LubdubSupport", "CLubdub", "LubdubCClient", "TestSupport"]),
    .tests(
      "LubdubCLI",
      [
        "LubdubSupport", "Lubdub", "LubdubTraces", "LubdubHaptics", "LubdubWorkbench",
        "TestSupport",
      ],
      products: [
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .tool)
      ], exclude: ["Corpus"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "LubdubSupport", "Lubdub", "LubdubLive", "LubdubHaptics", "LubdubTraces", "TestSupport",
      ],
      path: "Tests/Documentation", swiftSettings: .tests),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["TestSupport", "CPageFiles"],
      path: "Tests/Architecture",
      swiftSettings: .tests),
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
  /// A library target of ours in `Sources/NAME`, with the strict settings.
  static func module(
    _ name: String, _ modules: [String] = [], products: [Dependency] = [],
    settings: [SwiftSetting] = []
  ) -> Target {
    .target(
      name: name, dependencies: modules.map { .init(stringLiteral: $0) } + products,
      exclude: withPrivacyManifest.contains(name) && !isOfApple ? [privacyManifest] : [],
      resources: withPrivacyManifest.contains(name) && isOfApple ? [.copy(privacyManifest)] : [],
      swiftSettings: .strict + settings)
  }

  /// The tests of one target of ours, in `Tests/NAME`.
  static func tests(
    _ module: String, _ more: [String] = [], products: [Dependency] = [], exclude: [String] = []
  ) -> Target {
    .testTarget(
      name: module + "Tests",
      dependencies: ([module] + more).map { .init(stringLiteral: $0) } + products,
      path: "Tests/\(module)", exclude: exclude, swiftSettings: .tests)
  }
}
