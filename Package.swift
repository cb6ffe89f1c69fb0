// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

// tools/library sets it: modules of the C library that do not lie on the way of a touch are compiled for size.
let small: [SwiftSetting] = Context.environment["CONTACTOR_SMALL"] == nil ? [] : [.unsafeFlags(["-Osize"])]

let package = Package(
  name: "contactor",
  products: [
    .executable(name: "contactor", targets: ["contactor"]),
    .library(name: "ContactorCore", targets: ["ContactorCore"]),
    .library(name: "ContactorControls", targets: ["ContactorControls"]),
    .library(name: "ContactorEvdev", targets: ["ContactorEvdev"]),
    .library(name: "ContactorTrace", targets: ["ContactorTrace"]),
    .library(name: "ContactorSystem", targets: ["ContactorSystem"]),
    .library(name: "ContactorInput", targets: ["ContactorInput"]),
    // Layouts without a device: programs that link it need neither libinput nor libevdev nor libudev.
    .library(name: "ContactorLayout", targets: ["ContactorLayout"]),
    .library(name: "ContactorReport", targets: ["ContactorReport"]),
    // The one import for an application.
    .library(name: "Contactor", targets: ["Contactor"]),
    .library(name: "ContactorTesting", targets: ["ContactorTesting"]),
    // What tools/library links to libcontactor, the C library.
    .library(name: "ContactorC", type: .static, targets: ["ContactorC"]),
    // A product of its own: swift-syntax is built for those alone who use it.
    .library(name: "ContactorMacros", targets: ["ContactorMacros"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
  ],
  targets: [
    .systemLibrary(name: "CLibinput", pkgConfig: "libinput", providers: [.apt(["libinput-dev"])]),
    .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(name: "CLibxkbcommon", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
    .systemLibrary(name: "CLibyaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CLibcrypt", pkgConfig: "libcrypt", providers: [.apt(["libcrypt-dev"])]),
    .target(name: "CContactor", dependencies: ["CLibinput", "CLibevdev", "CLibudev"]),
    .target(name: "CContactorSystem"),
    // Loads libmosquitto where a layout asks for a broker.
    .target(name: "CMosquitto", linkerSettings: [.linkedLibrary("dl")]),
    // Loads libsystemd where systemd-logind runs.
    .target(name: "CLogin", linkerSettings: [.linkedLibrary("dl")]),
    // One function of the Swift runtime under a name that Swift can say; Core calls it and imports nothing.
    .target(name: "CRuntime"),
    // Core imports nothing; square roots are the C library's without optimisation.
    .target(
      name: "ContactorCore", dependencies: ["CRuntime"], swiftSettings: settings + [.strictMemorySafety()],
      linkerSettings: [.linkedLibrary("m")]),
    .target(
      name: "ContactorControls", dependencies: ["ContactorCore"], swiftSettings: settings + small + [.strictMemorySafety()]),
    .target(
      name: "ContactorEvdev", dependencies: ["ContactorCore"], swiftSettings: settings + small + [.strictMemorySafety()]),
    .target(
      name: "ContactorTrace", dependencies: ["ContactorCore", "ContactorEvdev", "ContactorSystem"],
      swiftSettings: settings + small + [.strictMemorySafety()]),
    .target(
      name: "ContactorSystem", dependencies: ["ContactorCore", "CContactorSystem", "CLibcrypt"],
      swiftSettings: settings + small + [.strictMemorySafety()]),
    .target(
      name: "ContactorInput",
      dependencies: [
        "ContactorCore", "ContactorEvdev", "ContactorSystem", "CContactor", "CLibinput", "CLibevdev", "CLibudev", "CLibxkbcommon",
      ],
      swiftSettings: settings + small + [.strictMemorySafety()]),
    .target(
      name: "ContactorLayout",
      dependencies: [
        "ContactorCore", "ContactorControls", "ContactorEvdev", "ContactorTrace", "ContactorSystem", "CLibyaml",
      ],
      swiftSettings: settings + small + [.strictMemorySafety()]),
    .target(
      name: "ContactorReport",
      dependencies: [
        "ContactorCore", "ContactorControls", "ContactorEvdev", "ContactorTrace", "ContactorSystem", "ContactorLayout",
      ],
      // What a report's page is made of.
      resources: ["report.html", "report.css", "report.js", "lanes.js", "screen.js", "hands.js"].map {
        .embedInCode("Report/Page/\($0)")
      },
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "ContactorKiosk",
      dependencies: [
        "ContactorCore", "ContactorControls", "ContactorEvdev", "ContactorTrace", "ContactorSystem", "ContactorInput",
        "ContactorLayout", "ContactorReport", "CContactor", "CContactorSystem", "CMosquitto", "CLogin",
      ],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "Contactor",
      dependencies: [
        "ContactorCore", "ContactorControls", "ContactorEvdev", "ContactorTrace", "ContactorSystem", "ContactorInput",
        "ContactorLayout",
      ],
      swiftSettings: settings + [.strictMemorySafety()]),
    // contactor.h, and what the C library needs of C: the table of engines, the text of each thread's last error.
    .target(name: "CContactorAPI"),
    .target(
      name: "ContactorC",
      dependencies: [
        "CContactorAPI", "ContactorCore", "ContactorControls", "ContactorEvdev", "ContactorTrace", "ContactorSystem", "ContactorInput",
        "ContactorLayout",
      ],
      swiftSettings: settings + [.strictMemorySafety()]),
    // What the plugin does, as a library: a test that depends on a macro moves every test of the package to the host's side.
    .target(
      name: "ContactorMacrosExpansion",
      dependencies: [
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: settings + [.strictMemorySafety()]),
    .macro(
      name: "ContactorMacrosPlugin",
      dependencies: [
        "ContactorMacrosExpansion",
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "ContactorMacros", dependencies: ["ContactorCore", "ContactorMacrosPlugin"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .target(
      name: "ContactorTesting", dependencies: ["ContactorCore", "ContactorEvdev", "ContactorTrace"],
      swiftSettings: settings + [.strictMemorySafety()]),
    .executableTarget(
      name: "contactor",
      dependencies: [
        "ContactorCore", "ContactorEvdev", "ContactorTrace", "ContactorSystem", "ContactorInput", "ContactorLayout",
        "ContactorReport", "ContactorKiosk",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings + [.strictMemorySafety()]),
    .executableTarget(
      name: "touchpanel",
      dependencies: ["ContactorInput", "ContactorEvdev", "ContactorSystem", "ContactorCore"],
      path: "Tests/touchpanel",
      swiftSettings: settings),
    .executableTarget(
      name: "NilTarget",
      dependencies: ["Contactor"],
      path: "Examples/NilTarget",
      swiftSettings: settings),
    .executableTarget(
      name: "Knob", dependencies: ["ContactorCore"], path: "Examples/Knob", swiftSettings: settings),
    .executableTarget(
      name: "ColorWheel", dependencies: ["ContactorControls", "ContactorCore"], path: "Examples/ColorWheel", swiftSettings: settings),
    .executableTarget(
      name: "Photo", dependencies: ["ContactorCore"], path: "Examples/Photo", swiftSettings: settings),
    .executableTarget(
      name: "Cards", dependencies: ["ContactorCore"], path: "Examples/Cards", swiftSettings: settings),
    .executableTarget(
      name: "Rows", dependencies: ["ContactorControls", "ContactorCore"], path: "Examples/Rows", swiftSettings: settings),
    .executableTarget(
      name: "Dialog", dependencies: ["ContactorControls", "ContactorCore"], path: "Examples/Dialog", swiftSettings: settings),
    .executableTarget(
      name: "Feed", dependencies: ["ContactorControls", "ContactorCore"], path: "Examples/Feed", swiftSettings: settings),
    .executableTarget(
      name: "Keypad", dependencies: ["ContactorLayout", "ContactorSystem", "ContactorCore"], path: "Examples/Keypad",
      swiftSettings: settings),
    // Draws the controls for the documentation.
    .executableTarget(
      name: "drawings", dependencies: ["ContactorControls", "ContactorCore"], path: "Tests/drawings", swiftSettings: settings),
    .executableTarget(
      name: "walk", dependencies: ["ContactorCore"], path: "Tests/walk", swiftSettings: settings),
    .testTarget(name: "WalkTests", dependencies: ["walk"], swiftSettings: settings),
    .executableTarget(
      name: "hostile", dependencies: ["ContactorCore", "ContactorControls"], path: "Tests/hostile", swiftSettings: settings),
    // Links no library of input devices, which a test looks at.
    .executableTarget(
      name: "offline", dependencies: ["ContactorLayout", "ContactorReport", "ContactorTrace"], path: "Tests/offline",
      swiftSettings: settings),
    .testTarget(name: "HostileTests", dependencies: ["hostile"], swiftSettings: settings),
    .executableTarget(
      name: "recordkill",
      dependencies: ["ContactorKiosk", "ContactorInput", "ContactorEvdev", "ContactorTrace", "ContactorCore"],
      path: "Tests/recordkill",
      swiftSettings: settings),
    // A window to touch in tests, for the test targets below.
    .target(
      name: "ContactorStage", dependencies: ["ContactorControls", "ContactorCore"], path: "Tests/ContactorStage",
      swiftSettings: settings),
    .testTarget(
      name: "ContactorCoreTests",
      dependencies: ["ContactorStage", "ContactorCore", "ContactorControls", "ContactorEvdev", "ContactorTrace"],
      swiftSettings: settings),
    .testTarget(
      name: "ContactorControlsTests", dependencies: ["ContactorStage", "ContactorControls", "ContactorCore"],
      swiftSettings: settings),
    .testTarget(
      name: "ContactorTraceTests", dependencies: ["ContactorTrace", "ContactorEvdev", "ContactorCore"],
      exclude: ["independent_reader.py"], swiftSettings: settings),
    .testTarget(
      name: "ContactorTestingTests",
      dependencies: ["ContactorTesting", "ContactorCore", "ContactorEvdev", "ContactorTrace"],
      exclude: ["independent_reader.py"], swiftSettings: settings),
    .testTarget(
      name: "ContactorMacrosTests",
      dependencies: [
        "ContactorMacros", "ContactorMacrosExpansion", "ContactorControls", "ContactorCore",
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ContactorEvdevTests", dependencies: ["ContactorEvdev", "ContactorCore", "ContactorTesting", "ContactorTrace"],
      swiftSettings: settings),
    .testTarget(
      name: "ContactorInputTests", dependencies: ["ContactorInput", "ContactorEvdev", "ContactorSystem", "ContactorCore"],
      swiftSettings: settings),
    .testTarget(
      name: "ContactorKioskTests",
      dependencies: [
        "recordkill", "ContactorKiosk", "ContactorInput", "ContactorCore", "ContactorControls", "ContactorEvdev", "ContactorTrace",
        "ContactorSystem", "ContactorLayout", "ContactorReport", "CContactorSystem",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["ContactorCore", "ContactorControls", "ContactorEvdev", "ContactorTrace", "ContactorTesting"],
      exclude: ["Cases"], swiftSettings: settings),
    .testTarget(
      name: "CommandTests",
      dependencies: ["contactor", "offline", "NilTarget", "Knob", "ColorWheel", "Photo", "Cards", "Rows", "Dialog", "Feed", "Keypad"],
      exclude: ["layout_schema.py", "libinput_replay.py"], swiftSettings: settings),
    .testTarget(
      name: "VirtualMachineTests", dependencies: ["ContactorCore", "ContactorEvdev", "ContactorTesting"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
