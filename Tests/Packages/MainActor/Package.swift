// swift-tools-version: 6.2
import PackageDescription

// An application whose classes are of the main actor unless they say otherwise.
let package = Package(
  name: "main-actor",
  dependencies: [.package(name: "contactor", path: "../../..")],
  targets: [
    .executableTarget(
      name: "MainActorKiosk",
      dependencies: [
        .product(name: "ContactorControls", package: "contactor"),
        .product(name: "ContactorCore", package: "contactor"),
      ],
      swiftSettings: [.defaultIsolation(MainActor.self)])
  ],
  swiftLanguageModes: [.v6]
)
