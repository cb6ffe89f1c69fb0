// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let core = Target.Dependency.product(name: "ContactorCore", package: "contactor")
let controls = Target.Dependency.product(name: "ContactorControls", package: "contactor")

// A package of its own, so that nobody who uses Contactor needs libdrm or Cairo.
let package = Package(
  name: "panel",
  products: [.executable(name: "panel", targets: ["panel"])],
  dependencies: [.package(name: "contactor", path: "../..")],
  targets: [
    .systemLibrary(name: "CLibdrm", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo-ft", providers: [.apt(["libcairo2-dev", "libfreetype-dev"])]),
    // Loads SDL 2 where the panel is shown in a window.
    .target(name: "CSDL", linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "PanelDrawing", dependencies: ["CCairo", controls, core], swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "PanelScreens", dependencies: ["CLibdrm", "CSDL", "PanelDrawing", core], swiftSettings: settings + [.strictMemorySafety()]),
    .target(name: "PanelHeating", dependencies: ["PanelDrawing", controls, core], swiftSettings: settings + [.strictMemorySafety()]),
    .executableTarget(
      name: "panel",
      dependencies: [
        "PanelDrawing", "PanelScreens", "PanelHeating", core, .product(name: "ContactorInput", package: "contactor"),
        .product(name: "ContactorSystem", package: "contactor"),
      ],
      swiftSettings: settings + [.strictMemorySafety()]),
    .testTarget(name: "PanelDrawingTests", dependencies: ["PanelDrawing", controls, core], swiftSettings: settings),
    .testTarget(
      name: "PanelHeatingTests", dependencies: ["panel", "PanelHeating", "PanelDrawing", controls, core], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
