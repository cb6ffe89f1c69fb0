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
    var found: [LayoutDiagnostic] = []
    do throws(LayoutDiagnostic) {
      let root = try tree(bytes, file: file, diagnostics: &found)
      var decoder = LayoutDecoder(file: file, diagnostics: found)
      let layout = decoder.layout(root)
      found = decoder.sortedDiagnostics
      if found.isEmpty { return layout }
    } catch {
      found.append(error)
    }
    throw LayoutError(found)
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

  /// The corresponding C functions are `open`, `fstat` and `read`.
  private static func contents(of path: String) throws(LayoutDiagnostic) -> [UInt8] {
    func failure(_ message: String) -> LayoutDiagnostic {
      LayoutDiagnostic(file: path, mark: .file, message: message)
    }
    // Without O_NONBLOCK opening a named pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure(String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw failure("this is not a regular file") }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    // One byte over the limit is enough for the parser to refuse the file.
    while bytes.count <= LayoutBytes.limit {
      let count = read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(String(cString: strerror(errno))) }
      if count == 0 { break }
      bytes += block[..<count]
    }
    return bytes
  }
}
