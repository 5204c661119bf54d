// swift-tools-version: 6.3
import PackageDescription

// What only measurements need, and the product does not have.
let package = Package(
  name: "Bench",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Lubdub", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "read", dependencies: [.product(name: "LubdubTraces", package: "Lubdub")],
      path: "read"),
    .executableTarget(
      name: "live", dependencies: [.product(name: "LubdubLive", package: "Lubdub")], path: "live"),
  ],
  swiftLanguageModes: [.v6]
)
