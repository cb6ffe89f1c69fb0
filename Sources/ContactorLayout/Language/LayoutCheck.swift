import ContactorCore
import ContactorSystem

/// Finds what a layout may say but probably does not mean, given the machine that it is checked on.
public enum LayoutCheck {
  /// The warnings in the order of the file: programs and directories that are not there, views out of reach, actions that
  /// nobody does.
  public static func warnings(in layout: Layout) -> [LayoutDiagnostic] {
    var warnings = unhandledSends(in: layout) + doubtfulGestures(in: layout)
    warnings += problems(of: layout.gestures.flatMap { $0.bindings.flatMap(\.actions) }, layout.file)
    for window in layout.windows {
      let name = layout.windows.count == 1 ? "the screen" : "the window \(quoted(window.id))"
      for view in window.views {
        inspect(view, parent: window.screen.size, name, layout.file, &warnings)
      }
    }
    return warnings.sorted { $0.mark < $1.mark }
  }

  private static func inspect(
    _ view: LayoutView, parent: Size, _ parentName: String, _ file: String,
    _ warnings: inout [LayoutDiagnostic]
  ) {
    if let message = reach(of: view, parent: parent, parentName) {
      warnings.append(LayoutDiagnostic(file: file, mark: view.mark, severity: .warning, message: message))
    }
    warnings += problems(of: view.bindings.flatMap(\.actions), file)
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
    guard frame.minX < 0 || frame.minY < 0 || frame.maxX > parent.width || frame.maxY > parent.height else {
      return nil
    }
    return "\(quoted(view.id)) reaches beyond \(parentName) and gets no touches there"
  }

  private static func problems(of actions: [LayoutAction], _ file: String) -> [LayoutDiagnostic] {
    actions.flatMap { action -> [LayoutDiagnostic] in
      if case .run(let run) = action { problems(of: run, file) } else { [] }
    }
  }

  private static func problems(of run: RunAction, _ file: String) -> [LayoutDiagnostic] {
    var problems: [LayoutDiagnostic] = []
    if let problem = ProgramSearch.problem(with: run.program, directory: run.directory) {
      problems.append(LayoutDiagnostic(file: file, mark: run.mark, severity: .warning, message: problem))
    }
    if let directory = run.directory, let mark = run.directoryMark,
      let problem = ProgramSearch.problem(withDirectory: directory)
    {
      problems.append(LayoutDiagnostic(file: file, mark: mark, severity: .warning, message: problem))
    }
    return problems
  }
}
