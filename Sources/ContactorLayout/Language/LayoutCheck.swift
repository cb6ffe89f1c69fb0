import ContactorCore
import ContactorSystem

/// Finds what is allowed in a layout but probably not meant, on the machine on which it is checked.
public enum LayoutCheck {
  /// The warnings in the order of the file, 1000 at most.
  ///
  /// They are about programs and directories that do not exist, programs that other users can change, views that no touch reaches, `devices` that no panel takes, actions
  /// without a handler, gestures without actions or that delay controls, secure keyboards that can type nowhere, and values that probably have
  /// another unit.
  public static func warnings(in layout: Layout) -> [LayoutDiagnostic] {
    warnings(in: layout, doubtful: [])
  }

  /// The mistakes and the warnings of a layout's bytes, in the order of the file.
  ///
  /// Warnings that a mistake makes uncertain are left out, such as those about a view whose frame cannot be read.
  ///
  /// - Parameters:
  ///   - file: names the file in the diagnostics.
  ///   - adding: finds more, such as what is wrong with the keys of `key` actions, which are taken as they are here.
  public static func diagnostics(
    of bytes: [UInt8], file: String, adding: (Layout) -> [LayoutDiagnostic] = { _ in [] }
  ) -> [LayoutDiagnostic] {
    diagnostics(of: LayoutFile(bytes: bytes, identity: file), path: file, .disk, adding)
  }

  private static func diagnostics(
    of file: LayoutFile, path: String, _ files: LayoutFiles, _ adding: (Layout) -> [LayoutDiagnostic]
  ) -> [LayoutDiagnostic] {
    let reading = LayoutReading(file, path: path, files: files)
    let found = reading.mistakes + (reading.layout.map { warnings(in: $0, doubtful: reading.doubtful) + adding($0) } ?? [])
    return found.inFileOrder
  }

  /// The mistakes and the warnings of a file; `-` is standard input.
  ///
  /// Standard input includes files from the working directory.
  ///
  /// - Parameter adding: finds more, as in `diagnostics(of:file:adding:)`.
  public static func diagnostics(path: String, adding: (Layout) -> [LayoutDiagnostic] = { _ in [] }) -> [LayoutDiagnostic] {
    let files = LayoutFiles.disk
    do throws(LayoutDiagnostic) {
      if path == "-" { return diagnostics(of: try Layout.standardInput(), file: Layout.standardInputName, adding: adding) }
      return diagnostics(of: try files.read(path), path: path, files, adding)
    } catch {
      return [error]
    }
  }

  private static func warnings(in layout: Layout, doubtful: Set<LayoutMark>) -> [LayoutDiagnostic] {
    let subject = CheckedLayout(layout, doubtful: doubtful)
    var warnings = layout.warnings + unhandledSends(in: subject) + unheardTexts(in: subject)
    warnings += doubtfulGestures(in: subject) + delayedControls(in: subject) + coveredControls(in: subject)
    warnings += similarShapes(in: subject)
    warnings += unusableHashes(in: subject) + unusedDevices(in: subject) + mutedKeyboards(in: subject)
    for window in layout.windows {
      let name = layout.windows.count == 1 ? "the screen" : "the window \(quoted(window.id))"
      for view in window.views { inspect(view, parent: window.screen.size, name, layout.file, &warnings) }
    }
    var programs = ProgramCheck(file: layout.file)
    for source in subject.sources {
      if case .run(let run) = source.action { warnings += programs.problems(of: run) }
    }
    return Array(warnings.inFileOrder.prefix(LayoutDecoder.diagnosticLimit))
  }

  private static func inspect(
    _ view: LayoutView, parent: Size, _ parentName: String, _ file: String,
    _ warnings: inout [LayoutDiagnostic]
  ) {
    // A size of 0 could not be read.
    guard !parent.isUnknown, !view.frame.size.isUnknown else { return }
    if let message = reach(of: view, parent: parent, parentName) {
      warnings.append(LayoutDiagnostic(file: file, mark: view.mark, severity: .warning, message: message))
    }
    for subview in view.subviews {
      inspect(subview, parent: view.frame.size, "the view \(quoted(view.id))", file, &warnings)
    }
  }

  /// A part outside its parent gets no touches (contract 3.1).
  private static func reach(of view: LayoutView, parent: Size, _ parentName: String) -> String? {
    let frame = view.frame
    if frame.minX >= parent.width || frame.minY >= parent.height || frame.maxX <= 0 || frame.maxY <= 0 {
      return "\(quoted(view.id)) lies outside \(parentName) and can never be touched"
    }
    // Half of the last decimal of frames that are worked out.
    let excess = 0.000_5
    guard frame.minX < 0 || frame.minY < 0 || frame.maxX > parent.width + excess || frame.maxY > parent.height + excess else {
      return nil
    }
    return "\(quoted(view.id)) reaches beyond \(parentName) and gets no touches there"
  }
}

extension Size {
  /// Whether the size could not be read and is 0, which layouts do not allow.
  var isUnknown: Bool { !(width > 0 && height > 0) }
}

extension [LayoutDiagnostic] {
  /// The diagnostics by their places; those of one place stay in their order.
  var inFileOrder: [LayoutDiagnostic] {
    indices.sorted { (self[$0].mark, $0) < (self[$1].mark, $1) }.map { self[$0] }
  }
}

/// A layout that is being checked, with tables for the checks.
struct CheckedLayout {
  /// An action with its sender.
  struct Source {
    /// The action.
    let action: LayoutAction
    /// The id of the control, or of the view or window of the gesture.
    let sender: String
    /// The sender's kind; a window counts as a plain view, `nil` where the kind could not be read.
    let kind: LayoutKind?
  }

  let layout: Layout
  /// The marks of views whose kind could not be read, and of gestures and devices with mistakes.
  let doubtful: Set<LayoutMark>
  /// The kind of each view, by its id; `nil` if it could not be read.
  private(set) var kinds: [String: LayoutKind?] = [:]
  /// The size of each view and window, by its id.
  private(set) var sizes: [String?: Size] = [:]
  /// The index of the window of each view and window, by its id.
  private var windows: [String?: Int] = [:]
  /// All actions, those of views first.
  private(set) var sources: [Source] = []
  /// The names of the actions that can be sent to a view of a kind.
  let actionNames: [LayoutKind: [String]]

  init(_ layout: Layout, doubtful: Set<LayoutMark>) {
    self.layout = layout
    self.doubtful = doubtful
    actionNames = Dictionary(uniqueKeysWithValues: LayoutKind.allCases.map { ($0, $0.actionNames) })
    sizes[nil] = layout.windows[0].screen.size
    for (index, window) in layout.windows.enumerated() {
      sizes[window.id] = window.screen.size
      windows[window.id] = index
      for view in window.views { add(view, inWindow: index) }
    }
    for gesture in layout.gestures {
      let isKnown = !doubtful.contains(gesture.mark) && sizes[gesture.view] != nil
      let kind = gesture.view.map { kinds[$0] ?? .view } ?? .view
      add(gesture.bindings, from: gesture.view ?? layout.windows[0].id, isKnown ? kind : nil)
    }
    add(layout.policyBindings, from: layout.windows[0].id, .view)
  }

  private mutating func add(_ view: LayoutView, inWindow window: Int) {
    let kind = doubtful.contains(view.mark) ? nil : view.kind
    kinds[view.id] = .some(kind)
    sizes[view.id] = view.frame.size
    windows[view.id] = window
    add(view.bindings, from: view.id, kind)
    for subview in view.subviews { add(subview, inWindow: window) }
  }

  /// The view that a gesture belongs to; `nil` for the first window, by whatever name.
  ///
  /// A view may have the name of the only window.
  func view(of gesture: LayoutGesture) -> String? {
    guard let id = gesture.view, id == layout.windows[0].id, kinds[id] == nil else { return gesture.view }
    return nil
  }

  /// The number of points in a millimetre where a gesture's fingers are, as far as the layout states it.
  func pointsPerMillimetre(of gesture: LayoutGesture) -> Double {
    layout.statedPointsPerMillimetre(inWindow: windows[gesture.view] ?? 0)
  }

  private mutating func add(_ bindings: [LayoutBinding], from sender: String, _ kind: LayoutKind?) {
    for binding in bindings {
      for action in binding.actions.flatMap(\.withNested) { sources.append(Source(action: action, sender: sender, kind: kind)) }
    }
  }

  /// A warning about the layout.
  func warning(_ mark: LayoutMark, _ message: String, expected: String? = nil, suggestion: String? = nil) -> LayoutDiagnostic {
    LayoutDiagnostic(
      file: layout.file, mark: mark, severity: .warning, message: message, expected: expected, suggestion: suggestion)
  }
}

/// Looks for the programs, directories and users of `run` actions; each is looked for once.
private struct ProgramCheck {
  private struct Program: Hashable {
    let name: String
    let directory: String?
  }

  let file: String
  private var programs: [Program: String?] = [:]
  private var directories: [String: String?] = [:]
  private var users: [String: String?] = [:]

  init(file: String) {
    self.file = file
  }

  /// Why the program cannot be started, or who else may change it.
  private static func problem(with run: RunAction) -> String? {
    if let problem = ProgramSearch.problem(with: run.program, directory: run.directory) { return problem }
    return ProgramSearch.weakness(of: run.program, directory: run.directory).map {
      "the program \(run.program) is not safe: \($0); \($0.remedy)"
    }
  }

  /// Returns the problems that keep the action from running or make it unsafe.
  mutating func problems(of run: RunAction) -> [LayoutDiagnostic] {
    var problems: [LayoutDiagnostic] = []
    let program = Program(name: run.program, directory: run.directory)
    let problem = programs[program] ?? Self.problem(with: run)
    programs[program] = .some(problem)
    if let problem {
      problems.append(LayoutDiagnostic(file: file, mark: run.mark, severity: .warning, message: problem))
    }
    if let directory = run.directory, let mark = run.directoryMark {
      let problem = directories[directory] ?? ProgramSearch.problem(withDirectory: directory)
      directories[directory] = .some(problem)
      if let problem { problems.append(LayoutDiagnostic(file: file, mark: mark, severity: .warning, message: problem)) }
    }
    if let user = run.user, let mark = run.userMark {
      let problem = users[user] ?? Self.problem(withUser: user)
      users[user] = .some(problem)
      if let problem { problems.append(LayoutDiagnostic(file: file, mark: mark, severity: .warning, message: problem)) }
    }
    return problems
  }

  private static func problem(withUser user: String) -> String? {
    do throws(SystemError) {
      _ = try ProgramUser(user)
      return nil
    } catch {
      return error.description
    }
  }
}
