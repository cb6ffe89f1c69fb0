// swift-tools-version: 6.2
import PackageDescription

// An application whose engine belongs to an actor.
let package = Package(
  name: "actor",
  dependencies: [.package(name: "contactor", path: "../../..")],
  targets: [
    .executableTarget(
      name: "ActorKiosk",
      dependencies: [
        .product(name: "ContactorControls", package: "contactor"),
        .product(name: "ContactorCore", package: "contactor"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
