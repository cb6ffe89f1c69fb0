// swift-tools-version: 6.2
import PackageDescription

// Three hosts in Swift. A package of its own, so that Contactor's does not depend on SwiftNIO.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let contactor: [Target.Dependency] = ["ContactorControls", "ContactorCore", "ContactorInput", "ContactorSystem", "ContactorTrace"].map {
  .product(name: $0, package: "contactor")
}

let package = Package(
  name: "hosts",
  dependencies: [
    .package(name: "contactor", path: "../../.."),
    .package(url: "https://github.com/apple/swift-nio", from: "2.86.0"),
  ],
  targets: [
    .target(name: "HostPanel", dependencies: contactor, swiftSettings: settings),
    .executableTarget(name: "epoll", dependencies: ["HostPanel"] + contactor, swiftSettings: settings),
    .executableTarget(
      name: "nio",
      dependencies: [
        "HostPanel",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ] + contactor,
      swiftSettings: settings),
    .executableTarget(name: "async", dependencies: ["HostPanel"] + contactor, swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
