import ContactorSystem
import Glibc

extension Layout {
  /// Reads a layout from a file.
  ///
  /// - Throws: `LayoutError` with all mistakes of the file; one without line and column if it cannot be read.
  public static func load(path: String) throws(LayoutError) -> Layout {
    let bytes: [UInt8]
    do throws(LayoutDiagnostic) {
      bytes = try contents(of: path)
    } catch {
      throw LayoutError([error])
    }
    return try parse(bytes, file: path)
  }

  /// Reads a layout from the bytes of a file; `file` names it in the diagnostics.
  ///
  /// - Throws: `LayoutError` with all mistakes, ordered by place. Broken YAML ends the reading, so it may hide what
  ///   comes after it.
  public static func parse(_ bytes: [UInt8], file: String) throws(LayoutError) -> Layout {
    let reading = LayoutReading(bytes, file: file)
    guard let layout = reading.layout, reading.mistakes.isEmpty else { throw LayoutError(reading.mistakes) }
    return layout
  }

  /// What diagnostics call standard input.
  static let standardInputName = "standard input"

  /// The bytes of a file.
  ///
  /// The corresponding C functions are `open`, `fstat` and `read`.
  static func contents(of path: String) throws(LayoutDiagnostic) -> [UInt8] {
    // Without O_NONBLOCK opening a named pipe would wait for a writer.
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw unreadable(path, SystemError.text(of: errno)) }
    let descriptor = FileDescriptor(owning: number)
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw unreadable(path, SystemError.text(of: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable(path, "this is not a regular file") }
    return try contents(of: descriptor, path)
  }

  /// The bytes of standard input, up to its end.
  static func standardInput() throws(LayoutDiagnostic) -> [UInt8] {
    let number = dup(STDIN_FILENO)
    guard number >= 0 else { throw unreadable(standardInputName, SystemError.text(of: errno)) }
    return try contents(of: FileDescriptor(owning: number), standardInputName)
  }

  private static func contents(of descriptor: borrowing FileDescriptor, _ name: String) throws(LayoutDiagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    // One byte over the limit is enough for the parser to refuse the file.
    while bytes.count <= LayoutBytes.limit {
      let count = unsafe read(descriptor.rawValue, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(name, SystemError.text(of: errno)) }
      if count == 0 { break }
      bytes += block[..<count]
    }
    return bytes
  }

  private static func unreadable(_ file: String, _ message: String) -> LayoutDiagnostic {
    LayoutDiagnostic(file: file, mark: .file, message: message)
  }
}

/// What a layout's bytes say, as far as they can be read.
struct LayoutReading {
  /// The layout, complete if there are no mistakes; `nil` where the bytes are no YAML.
  private(set) var layout: Layout?
  /// The mistakes in the order of the file.
  private(set) var mistakes: [LayoutDiagnostic] = []
  /// The marks of views whose kind and of gestures of which something could not be read.
  private(set) var doubtful: Set<LayoutMark> = []

  init(_ bytes: [UInt8], file: String) {
    var found: [LayoutDiagnostic] = []
    do throws(LayoutDiagnostic) {
      let root = try Self.tree(bytes, file: file, diagnostics: &found)
      var decoder = LayoutDecoder(file: file, diagnostics: found)
      layout = decoder.layout(root)
      mistakes = decoder.sortedDiagnostics
      doubtful = decoder.doubtful
    } catch {
      mistakes = found + [error]
    }
  }

  private static func tree(
    _ bytes: [UInt8], file: String, diagnostics: inout [LayoutDiagnostic]
  ) throws(LayoutDiagnostic) -> LayoutNode {
    var reader = LayoutReader(try LayoutBytes.text(bytes, file: file), file: file)
    defer { diagnostics = reader.diagnostics }
    if let root = try reader.document() { return root }
    throw LayoutDiagnostic(
      file: file, mark: .start, message: "the file is empty",
      expected: "a layout that starts with 'contactor: 1'")
  }
}
