// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The measures over the engine and the decoder, without another dependency: for instruction counts on a static build.
let package = Package(
  name: "counts",
  products: [
    .library(name: "Measures", targets: ["Measures"]),
    .executable(name: "counts", targets: ["counts"]),
    .executable(name: "traces", targets: ["traces"]),
    .executable(name: "sliders", targets: ["sliders"]),
  ],
  dependencies: [.package(name: "contactor", path: "../..")],
  targets: [
    .target(name: "CMeasures"),
    .target(name: "CAllocations"),
    .target(
      name: "Measures",
      dependencies: [
        "CMeasures", .product(name: "ContactorCore", package: "contactor"),
        .product(name: "ContactorControls", package: "contactor"),
        .product(name: "ContactorEvdev", package: "contactor"), .product(name: "ContactorLayout", package: "contactor"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "counts", dependencies: ["CMeasures", "CAllocations", "Measures"], swiftSettings: settings),
    .executableTarget(
      name: "traces",
      dependencies: [
        "CMeasures", "CAllocations", .product(name: "ContactorCore", package: "contactor"),
        .product(name: "ContactorEvdev", package: "contactor"), .product(name: "ContactorTrace", package: "contactor"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "sliders",
      dependencies: [
        .product(name: "ContactorCore", package: "contactor"), .product(name: "ContactorControls", package: "contactor"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
