public import ContactorCore
public import ContactorInput
public import ContactorLayout
import ContactorSystem
import Glibc

/// The state of the system as values, for `contactor doctor`; `Doctor` finds the mistakes in them.
public struct DoctorFacts: Sendable {
  /// A touchscreen.
  public struct Panel: Sendable {
    /// The touchscreen, and why it cannot be opened.
    public var listing: DeviceListing
    /// Whether another program holds it for itself; `nil` if that was not asked.
    public var isGrabbed: Bool?
    /// The programs that have it open, each as `name (process)`: those that this user may look at.
    public var holders: [String] = []

    /// Creates a touchscreen.
    public init(_ listing: DeviceListing) { self.listing = listing }
  }

  /// The kernel's device with which panels and keyboards are made.
  public struct Uinput: Sendable {
    /// Whether the node is there.
    public var isThere = true
    /// Whether this user may write to it.
    public var isWritable = true
  }

  /// A connector of a graphics card with a display.
  public struct Connector: Hashable, Sendable {
    /// The name, such as `card0-HDMI-A-1`.
    public var name: String
    /// Whether it is on, as far as its power state says.
    public var isOn: Bool
  }

  /// The service of the package, and the socket of a running kiosk.
  public struct Service: Sendable {
    /// Whether systemd runs on this machine.
    public var hasManager = false
    /// Whether the unit `contactor.service` is installed.
    public var isInstalled = false
    /// Whether it runs.
    public var isActive = false
    /// Whether a kiosk listens at the socket.
    public var answers = false
    /// Why it did not answer with its status, with the way out; empty if it did.
    public var failure = ""
    /// Whether this user may not connect.
    public var isForbidden = false
  }

  /// A place that a layout's outputs are written to.
  public struct Place: Sendable {
    /// The kind of file: `socket` or `metrics`.
    public var name: String
    /// The folder.
    public var folder: String
    /// Whether the folder is there.
    public var isThere: Bool
    /// Whether this user may write to it.
    public var isWritable: Bool
    /// How many bytes are free; `nil` if that is unknown.
    public var freeBytes: Int64?
  }

  /// The layout that was asked about.
  public struct LayoutFile: Sendable {
    /// The file.
    public var path: String
    /// The layout; `nil` if it has mistakes.
    public var layout: Layout?
    /// The mistakes, as lines with their places.
    public var mistakes: [String] = []
    /// How many warnings there are.
    public var warnings = 0
    /// Where its outputs go.
    public var places: [Place] = []
    /// Why its broker does not take the kiosk; empty if it does, or there is none.
    public var brokerProblem = ""
  }

  /// The name of the user who asks.
  public var user = ""
  /// Whether that is root, whom no permission keeps out.
  public var isRoot = false
  /// Whether the kernel has nodes of input devices.
  public var hasEventNodes = true
  /// The touchscreens, without the copies that a forwarding Contactor has made.
  public var panels: [Panel] = []
  /// The pointers with absolute places: panels in mouse mode, and the mice of virtual machines.
  public var pointers: [TouchDevice] = []
  /// How many copies there are.
  public var copies = 0
  /// Why the touchscreens cannot be listed; empty if they can.
  public var listingFailure = ""
  /// The compositors that run.
  var compositors: [Compositor] = []
  /// The device for virtual panels and keyboards.
  public var uinput = Uinput()
  /// Whether a udev daemon runs.
  public var udevIsRunning = true
  /// The rules of this project that are installed.
  public var rules: [String] = []
  /// The seat of the command's session; empty if it has none.
  public var sessionSeat = ""
  /// The connectors that have a display.
  public var connectors: [Connector] = []
  /// The service.
  public var service = Service()
  /// The layout; `nil` if none was named.
  public var layout: LayoutFile?

  /// Creates the facts of a machine without a touchscreen and a service.
  public init() {}
}

extension DoctorFacts {
  private static let ruleFolders = ["/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d"]
  private static let unitFolders = ["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]

  /// Looks at this machine.
  ///
  /// Nothing is written, and no touchscreen is grabbed where a Contactor may be using it.
  ///
  /// - Parameters:
  ///   - layout: the layout file; `nil` for none.
  ///   - sockets: where a running kiosk is looked for.
  ///   - variable: gives a variable of the environment.
  public static func gather(layout: String?, sockets: [String], variable: (String) -> String?) -> DoctorFacts {
    var facts = DoctorFacts()
    (facts.user, facts.isRoot) = (SystemFolder.user, geteuid() == 0)
    facts.hasEventNodes = SystemFolder.names(in: "/dev/input").contains { $0.hasPrefix("event") }
    facts.uinput = Uinput(isThere: SystemFolder.exists("/dev/uinput"), isWritable: SystemFolder.isWritable("/dev/uinput"))
    facts.udevIsRunning = DeviceList.udevIsRunning
    facts.rules = ruleFolders.flatMap { folder in
      SystemFolder.names(in: folder).filter { $0.contains(text: "contactor") && $0.hasSuffix(".rules") }.map { "\(folder)/\($0)" }
    }
    facts.sessionSeat = variable("XDG_SEAT") ?? ""
    facts.connectors = connectors()
    facts.compositors = Compositor.running()
    facts.service = service(sockets)
    facts.layout = layout.map { layoutFile($0) }
    facts.listPanels()
    return facts
  }

  private mutating func listPanels() {
    do throws(InputError) {
      let listings = try DeviceList.scan(includesPointers: true)
      copies = listings.count(where: \.isCopy)
      panels = listings.filter { !$0.isCopy && !$0.isPointer }.map { Panel($0) }
      pointers = listings.filter(\.isPointer).map(\.device)
    } catch {
      listingFailure = error.description
    }
    for index in panels.indices {
      let node = panels[index].listing.device.node
      panels[index].holders = SystemFolder.programs(holding: node)
      // Even a moment's grab could cost a running Contactor the beginning of a touch.
      let isInUse = service.answers || service.isActive || copies > 0 || panels[index].holders.contains { $0.hasPrefix("contactor ") }
      if !isInUse { panels[index].isGrabbed = DeviceList.isGrabbed(node) }
    }
  }

  private static func connectors() -> [Connector] {
    SystemFolder.names(in: "/sys/class/drm").filter { SystemFolder.word(in: "/sys/class/drm/\($0)/status") == "connected" }.map {
      Connector(name: $0, isOn: SystemFolder.word(in: "/sys/class/drm/\($0)/dpms").map { $0 == "On" } ?? true)
    }
  }

  private static func service(_ sockets: [String]) -> Service {
    var service = Service()
    service.hasManager = SystemFolder.exists("/run/systemd/system")
    service.isInstalled = unitFolders.contains { SystemFolder.exists("\($0)/contactor.service") }
    // systemd keeps a link of this name for each unit that runs.
    service.isActive = SystemFolder.exists("/run/systemd/units/invocation:contactor.service")
    do throws(ControlClient.Failure) {
      var client = try ControlClient(paths: sockets)
      service.answers = true
      _ = try client.request("status")
    } catch {
      (service.failure, service.isForbidden) = (error.description, error.isPermission)
    }
    return service
  }

  private static func layoutFile(_ path: String) -> LayoutFile {
    var file = LayoutFile(path: path)
    let diagnostics = LayoutCheck.diagnostics(path: path)
    file.mistakes = diagnostics.filter { $0.severity == .error }.map(\.description)
    file.warnings = diagnostics.count { $0.severity == .warning }
    guard file.mistakes.isEmpty, let layout = try? Layout.load(path: path) else { return file }
    file.layout = layout
    let outputs = [("socket", layout.outputs.socket?.path), ("metrics", layout.outputs.metrics?.path)]
    file.brokerProblem = layout.outputs.broker.flatMap { BrokerProbe.problem(with: $0) } ?? ""
    file.places = outputs.compactMap { name, path in path.map { place(name, OutputPath.folder(of: $0)) } }
    return file
  }

  private static func place(_ name: String, _ folder: String) -> Place {
    Place(
      name: name, folder: folder, isThere: SystemFolder.exists(folder), isWritable: SystemFolder.isWritable(folder),
      freeBytes: SystemFolder.freeBytes(at: folder))
  }
}
