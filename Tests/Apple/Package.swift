// swift-tools-version: 6.3
import PackageDescription

// LubdubApple, compiled against stubs that state Apple's signatures, and run against a simulated engine. It is a package of
// its own, so that no stub of a framework is ever found by the sources of the library.
let package = Package(
  name: "apple", platforms: [.macOS(.v15)],
  dependencies: [.package(name: "lubdub", path: "../..", traits: [])],
  targets: [
    .target(name: "CoreHaptics", path: "Stubs/CoreHaptics"),
    .target(name: "NearbyInteraction", path: "Stubs/NearbyInteraction"),
    .target(name: "CoreBluetooth", path: "Stubs/CoreBluetooth"),
    .target(name: "AVFAudio", path: "Stubs/AVFAudio"),
    .target(name: "MultipeerConnectivity", path: "Stubs/MultipeerConnectivity"),
    .target(name: "UniformTypeIdentifiers", path: "Stubs/UniformTypeIdentifiers"),
    .target(name: "CoreImage", path: "Stubs/CoreImage"),
    .systemLibrary(name: "CInflate", path: "Stubs/CInflate"),
    .target(name: "Compression", dependencies: ["CInflate"], path: "Stubs/Compression"),
    .target(
      name: "SwiftUI", dependencies: ["UniformTypeIdentifiers", "CoreImage"],
      path: "Stubs/SwiftUI"),
    .target(
      // A graph has each name once, and the library has this one.
      name: "LubdubAppleOnStubs",
      dependencies: [
        "CoreHaptics", "NearbyInteraction", "CoreBluetooth", "AVFAudio", "MultipeerConnectivity",
        .product(name: "Lubdub", package: "lubdub"),
        .product(name: "LubdubLive", package: "lubdub"),
      ],
      path: "Sources/LubdubApple", exclude: ["PrivacyInfo.xcprivacy"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"), .treatAllWarnings(as: .error),
        .define("SDK_OF_IOS_27"),
      ]),
    // The example app imports LubdubApple by its own name.
    .executableTarget(
      name: "Feel",
      dependencies: [
        "LubdubAppleOnStubs", "CoreHaptics", "SwiftUI", "UniformTypeIdentifiers", "Compression",
        .product(name: "Lubdub", package: "lubdub"),
        .product(name: "LubdubLive", package: "lubdub"),
      ],
      path: "Sources/Feel",
      swiftSettings: [
        .unsafeFlags(["-module-alias", "LubdubApple=LubdubAppleOnStubs"]),
        .treatAllWarnings(as: .error),
      ]),
    .executableTarget(
      name: "TwoPhones",
      dependencies: [
        "LubdubAppleOnStubs", "CoreHaptics", "MultipeerConnectivity", "NearbyInteraction",
        "SwiftUI", "CoreImage",
        .product(name: "Lubdub", package: "lubdub"),
        .product(name: "LubdubLive", package: "lubdub"),
      ],
      path: "Sources/TwoPhones",
      swiftSettings: [
        .unsafeFlags(["-module-alias", "LubdubApple=LubdubAppleOnStubs"]),
        .treatAllWarnings(as: .error),
      ]),
    .testTarget(
      name: "AppleTests",
      dependencies: [
        "LubdubAppleOnStubs", "CoreHaptics", "AVFAudio", "MultipeerConnectivity",
        "NearbyInteraction", "CoreBluetooth", "Feel", "TwoPhones",
      ], path: "Tests"),
  ],
  swiftLanguageModes: [.v6]
)
