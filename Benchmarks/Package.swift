// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses Contactor resolves what its benchmarks need. The counting program is
// another one below this, so that it can be built without the suite.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(path: "Counts"),
    // Without its traits, which replace the allocator and the runtime's reference counting: they cost time themselves.
    .package(url: "https://github.com/ordo-one/benchmark.git", from: "1.38.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Suite",
      dependencies: [
        .product(name: "Measures", package: "Counts"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Suite",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ],
  swiftLanguageModes: [.v6]
)
