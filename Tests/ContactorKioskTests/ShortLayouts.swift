import ContactorCore

@testable import ContactorLayout

extension LayoutFiles {
  /// Files that are only in memory, by their paths.
  static func memory(_ files: [String: String]) -> LayoutFiles {
    LayoutFiles { (path) throws(LayoutDiagnostic) in
      guard let text = files[path] else {
        throw LayoutDiagnostic(file: path, mark: .file, message: "No such file or directory")
      }
      return LayoutFile(bytes: Array(text.utf8), identity: path)
    }
  }
}

/// The lines of all mistakes and warnings of `k.yaml`, which may include the others.
func shortLines(_ text: String, _ others: [String: String] = [:]) -> [String] {
  let reading = LayoutReading(LayoutFile(bytes: Array(text.utf8), identity: "k.yaml"), path: "k.yaml", files: .memory(others))
  return (reading.mistakes + (reading.layout?.warnings ?? [])).map(\.description)
}

/// The layout `k.yaml`, which may include the others.
func shortLayout(_ text: String, _ others: [String: String] = [:]) throws(LayoutError) -> Layout {
  try Layout.parse(Array(text.utf8), file: "k.yaml", files: .memory(others))
}

/// A layout of 400 × 200 points and 100 × 100 mm with this text from line 3 on.
func withScreen(_ text: String) -> String { "contactor: 1\nscreen: {size: [400, 200], mm: [100, 100]}\n" + text }

/// A layout of 400 × 200 points whose views stand from line 4 on.
func withViews(_ views: String...) -> String { withScreen("views:\n" + views.map { "  - \($0)\n" }.joined()) }

/// Each view's id with its frame in its window, in the order of the file.
func frames(_ layout: Layout) -> [String] {
  let frames = layout.viewFrames
  return layout.allViews.map { view in
    let frame = frames[view.id] ?? .zero
    let numbers = [frame.minX, frame.minY, frame.width, frame.height].map(DecimalText.of).joined(separator: " ")
    return "\(view.id): \(numbers)"
  }
}
