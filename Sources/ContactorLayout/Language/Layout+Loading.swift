import ContactorSystem
import Glibc

extension Layout {
  /// Reads a layout from a file, and the files that it includes.
  ///
  /// - Throws: `LayoutError` with all mistakes of the files; one without line and column if the file cannot be read.
  public static func load(path: String) throws(LayoutError) -> Layout { try load(path: path, files: .disk) }

  /// Reads a layout from a file, and the files that it includes.
  ///
  /// - Parameter files: reads each of them.
  /// - Throws: `LayoutError` with all mistakes of the files; one without line and column if the file cannot be read.
  package static func load(path: String, files: LayoutFiles) throws(LayoutError) -> Layout {
    let file: LayoutFile
    do throws(LayoutDiagnostic) {
      file = try files.read(path)
    } catch {
      throw LayoutError([error])
    }
    return try LayoutReading(file, path: path, files: files).checkedLayout
  }

  /// Reads a layout from the bytes of a file; `file` names it in the diagnostics.
  ///
  /// Files that it includes are read from the folder of `file`.
  ///
  /// - Throws: `LayoutError` with all mistakes, ordered by place. Broken YAML ends the reading, so it may hide what
  ///   comes after it.
  public static func parse(_ bytes: [UInt8], file: String) throws(LayoutError) -> Layout {
    try parse(bytes, file: file, files: .disk)
  }

  /// Reads a layout from the bytes of a file; `file` names it in the diagnostics.
  ///
  /// - Parameter files: reads each file that it includes.
  package static func parse(_ bytes: [UInt8], file: String, files: LayoutFiles) throws(LayoutError) -> Layout {
    try LayoutReading(LayoutFile(bytes: bytes, identity: file), path: file, files: files).checkedLayout
  }

  /// The name of standard input in diagnostics.
  static let standardInputName = "standard input"

  /// The bytes of a file.
  static func contents(of path: String) throws(LayoutDiagnostic) -> [UInt8] { try file(at: path).bytes }

  /// A regular file.
  ///
  /// The corresponding C functions are `open`, `fstat` and `read`.
  static func file(at path: String) throws(LayoutDiagnostic) -> LayoutFile {
    // Without O_NONBLOCK opening a named pipe would wait for a writer.
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw unreadable(path, SystemError.text(of: errno)) }
    return try regularContents(of: FileDescriptor(owning: number), path)
  }

  /// A file that is open; an error for what is no regular file.
  static func regularContents(of descriptor: borrowing FileDescriptor, _ path: String) throws(LayoutDiagnostic) -> LayoutFile {
    var status = stat()
    guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw unreadable(path, SystemError.text(of: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable(path, "this is not a regular file") }
    return LayoutFile(bytes: try contents(of: descriptor, path), identity: "\(status.st_dev):\(status.st_ino)")
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
      let count = unsafe block.withUnsafeMutableBytes { unsafe SystemCalls.kernel.readSome(descriptor.rawValue, into: $0) }
      guard count >= 0 else { throw unreadable(name, SystemError.text(of: Int32(-count))) }
      if count == 0 { break }
      bytes += block[..<count]
    }
    return bytes
  }

  private static func unreadable(_ file: String, _ message: String) -> LayoutDiagnostic {
    LayoutDiagnostic(file: file, mark: .file, message: message)
  }
}

/// The result of reading a layout's bytes, with the mistakes.
struct LayoutReading {
  /// The layout, complete if there are no mistakes; `nil` where the bytes are no YAML.
  private(set) var layout: Layout?
  /// The mistakes in the order of the file.
  private(set) var mistakes: [LayoutDiagnostic] = []
  /// The marks of views whose kind and of gestures of which something could not be read.
  private(set) var doubtful: Set<LayoutMark> = []

  /// The paths of the files that the layout includes, also of those that cannot be read.
  private(set) var includedFiles: [String] = []

  init(_ own: LayoutFile, path: String, files: LayoutFiles) {
    var reader = IncludeReader(file: path, files: files)
    var expander: LayoutExpander?
    do throws(LayoutDiagnostic) {
      defer { includedFiles = reader.paths }
      var root = try reader.layout(own)
      if reader.isIncomplete {
        mistakes = reader.mistakes.diagnostics.inFileOrder
        return
      }
      if reader.needsExpansion {
        expander = LayoutExpander(file: path, mistakes: reader.mistakes, nodeCount: reader.nodeCount)
        root = try expander?.expanded(root) ?? root
      }
      var decoder = LayoutDecoder(file: path, diagnostics: expander?.mistakes.diagnostics ?? reader.mistakes.diagnostics)
      decoder.isIncomplete = expander?.isIncomplete ?? false
      var layout = decoder.layout(root)
      layout.warnings = (layout.warnings + (expander?.warnings ?? [])).inFileOrder
      self.layout = layout
      mistakes = decoder.sortedDiagnostics
      doubtful = decoder.doubtful
    } catch {
      mistakes = ((expander?.mistakes.diagnostics ?? reader.mistakes.diagnostics) + [error]).inFileOrder
    }
  }

  /// The layout, or all its mistakes.
  var checkedLayout: Layout {
    get throws(LayoutError) {
      guard var layout, mistakes.isEmpty else { throw LayoutError(mistakes, includedFiles: includedFiles) }
      layout.includedFiles = includedFiles
      return layout
    }
  }
}

/// Checks of a layout's bytes before YAML: size, encoding, and characters that are not text.
enum LayoutBytes {
  /// The largest file that is read: 4 MiB.
  static let limit = 4 << 20

  /// The bytes without a byte order mark, if they are UTF-8 text of a size that a layout can have.
  static func text(_ bytes: [UInt8], file: String) throws(LayoutDiagnostic) -> ArraySlice<UInt8> {
    guard bytes.count <= limit else {
      throw LayoutDiagnostic(
        file: file, mark: .start, message: "the file has more than \(limit) bytes",
        expected: "a layout of at most 4 MiB")
    }
    if let encoding = wideEncoding(bytes) {
      throw LayoutDiagnostic(
        file: file, mark: .start, message: "the file is \(encoding)", expected: "UTF-8; save it as such")
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    if let offset = firstInvalidByte(text) {
      throw LayoutDiagnostic(
        file: file, mark: mark(of: offset, in: text), message: "the byte \(hex(text[offset])) is not UTF-8",
        expected: "a file in UTF-8")
    }
    if let offset = text.firstIndex(where: isForbidden) {
      throw LayoutDiagnostic(
        file: file, mark: mark(of: offset, in: text),
        message: text[offset] == 0
          ? "a NUL byte is not text" : "the control character \(hex(text[offset])) is not text",
        expected: "a text file")
    }
    return text
  }

  /// The place of the byte at `offset`; what comes before it is valid UTF-8.
  ///
  /// Lines end where libyaml ends them, also at U+0085, U+2028 and U+2029.
  static func mark(of offset: Int, in text: ArraySlice<UInt8>) -> LayoutMark {
    var mark = LayoutMark.start
    var previous: UnicodeScalar = " "
    for scalar in String(decoding: text[..<offset], as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": mark = LayoutMark(line: mark.line + 1, column: 1)
      default: mark.column += 1
      }
      previous = scalar
    }
    return mark
  }

  private static func wideEncoding(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    // Without a mark: a text that starts with an ASCII character has a zero beside it.
    guard bytes.count >= 2, bytes.count.isMultiple(of: 2), (bytes[0] == 0) != (bytes[1] == 0) else {
      return nil
    }
    return "UTF-16"
  }

  /// Tab and line ends are the only control characters that YAML takes.
  private static func isForbidden(_ byte: UInt8) -> Bool {
    byte == 0x7F || byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
  }

  private static func firstInvalidByte(_ text: ArraySlice<UInt8>) -> Int? {
    unsafe text.withUnsafeBufferPointer { buffer in
      do throws(UTF8.ValidationError) {
        _ = unsafe try UTF8Span(validating: buffer.span)
        return nil
      } catch {
        return text.startIndex + error.byteOffsets.lowerBound
      }
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.count < 2 ? "0" : "") + digits
  }
}
