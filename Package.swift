// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// With LUBDUB_NATIVE=1 the build uses every instruction of this machine and runs on no other kind.
/// Without it, it is portable, and can be used as a dependency.
let isNative = ProcessInfo.processInfo.environment["LUBDUB_NATIVE"] == "1"

let package = Package(
  name: "Lubdub",
  platforms: [.macOS(.v15), .iOS(.v18), .watchOS(.v11), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "Lubdub", targets: ["Lubdub"]),
    .library(name: "Traces", targets: ["Traces"]),
    .library(name: "Spectra", targets: ["Spectra"]),
    .library(name: "HapticFormats", targets: ["HapticFormats"]),
    .library(name: "HapticAudio", targets: ["HapticAudio"]),
    .library(name: "Evaluation", targets: ["Evaluation"]),
    .library(name: "Tuning", targets: ["Tuning"]),
    .executable(name: "lubdub", targets: ["LubdubCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // MARK: The pipeline: no Foundation, no system library.
    .library("Quantities"),
    .library("Ranging", ["Quantities"]),
    .library("Proximity", ["Quantities", "Ranging"]),
    .library("Haptics", ["Quantities"]),
    .library("Lubdub", ["Quantities", "Ranging", "Proximity", "Haptics"]),

    // MARK: Bytes in and out.
    .library("FileIO"),
    .library("CanonicalJSON"),
    .library("Traces", ["Quantities", "Ranging", "CanonicalJSON", "FileIO", "CZlib"]),
    .library("HapticFormats", ["Quantities", "Haptics", "CanonicalJSON"]),

    // MARK: Signals.
    .systemLibrary(
      name: "CFFTW3", pkgConfig: "fftw3",
      providers: [.apt(["libfftw3-dev"]), .brew(["fftw"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),
    .library("Spectra", ["Quantities", "CFFTW3"], settings: [.strictMemorySafety()]),
    .library("HapticAudio", ["Quantities", "Haptics", "Spectra", "FileIO"]),

    // MARK: Measurement and search.
    .library("Evaluation", ["Lubdub", "Spectra", "Traces"]),
    .library(
      "Tuning", ["Evaluation", "Traces", "Lubdub"],
      products: [.product(name: "GRDB", package: "GRDB.swift")]),
    .library(
      "ConfigurationFiles", ["Lubdub", "HapticAudio"],
      products: [.product(name: "Yams", package: "Yams")]),

    // MARK: The tool.
    .executableTarget(
      name: "LubdubCLI",
      dependencies: [
        "Lubdub", "Traces", "HapticFormats", "HapticAudio", "Spectra", "Evaluation", "Tuning",
        "ConfigurationFiles", "CanonicalJSON", "FileIO",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: .strict),

    // MARK: Tests.
    .target(
      name: "TestSupport", dependencies: ["Quantities", "Ranging"], path: "Tests/TestSupport",
      swiftSettings: .strict),
    .tests("Quantities"),
    .tests("Ranging"),
    .tests("Proximity"),
    .tests("Haptics"),
    .tests("Lubdub"),
    .tests("FileIO"),
    .tests("CanonicalJSON"),
    .tests("Traces", ["FileIO", "CanonicalJSON"]),
    .tests("HapticFormats", ["Haptics", "CanonicalJSON", "Lubdub", "Traces"]),
    .tests("Spectra"),
    .tests("HapticAudio", ["Haptics", "Spectra", "FileIO"]),
    .tests("Evaluation", ["Lubdub", "Traces"]),
    .tests("Tuning", ["Lubdub", "Traces"]),
    .tests("ConfigurationFiles", ["Lubdub"]),
    .testTarget(
      name: "CLITests", dependencies: ["LubdubCLI", "TestSupport", "CanonicalJSON"],
      swiftSettings: .strict),
  ],
  swiftLanguageModes: [.v6]
)

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
  static func tests(_ module: String, _ more: [String] = []) -> Target {
    .testTarget(
      name: module + "Tests",
      dependencies: ([module, "TestSupport"] + more).map { .init(stringLiteral: $0) },
      swiftSettings: .strict)
  }
}
