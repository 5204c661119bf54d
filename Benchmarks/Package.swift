// swift-tools-version: 6.1
import PackageDescription

// Micro-benchmarks, a package of their own so that nobody who uses Lubdub resolves their library.
//   cd Benchmarks && swift package benchmark
let package = Package(
  name: "LubdubBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Lubdub", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Kernels",
      dependencies: [
        .product(name: "Lubdub", package: "Lubdub"),
        .product(name: "Baselines", package: "Lubdub"),
        .product(name: "TraceReading", package: "Lubdub"),
        .product(name: "HapticFormats", package: "Lubdub"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/Kernels",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ]
)
