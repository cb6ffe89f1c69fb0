import ContactorSystem

/// The one form in which `contactor fmt` writes layouts.
///
/// Only the form changes: comments, anchors, aliases, quotes, the order of keys and blank lines between entries stay. The
/// result is read again and compared, so that it says exactly what the source says, or nothing is written.
public enum LayoutFormat {
  /// The text of a layout, of a file that layouts include, or of a list of rows, in that form.
  ///
  /// What the layout means is not looked at: unknown keys and wrong values stay as they are.
  ///
  /// - Parameter file: names the text in the diagnostics.
  /// - Throws: `LayoutError` with the mistakes of a text that is no YAML of one document, or that holds what layouts do not allow,
  ///   such as tags.
  public static func formatted(_ bytes: [UInt8], file: String) throws(LayoutError) -> [UInt8] {
    let mistakes = mistakes(of: bytes, file)
    guard mistakes.isEmpty else { throw LayoutError(mistakes) }
    do throws(LayoutDiagnostic) {
      let source = unifiedLineBreaks(try LayoutBytes.text(bytes, file: file))
      let before = try tree(of: source, file)
      var result = source
      // Comments in unusual places come to rest in the second round only.
      for _ in 0..<roundLimit {
        guard let present = try? tree(of: result, file), hasSameSaying(present, before) else { break }
        let next = Array(FormatWriter.text(of: present.document).utf8)
        if next == result { return result }
        result = next
      }
      throw LayoutDiagnostic(
        file: file, mark: .start, message: "another form would change what the file says, so it stays as it is",
        expected: "simpler YAML, such as keys on one line")
    } catch {
      throw LayoutError([error])
    }
  }

  /// The text of a file, or of standard input for `-`, and the same in the form of layouts.
  public static func formatted(path: String) throws(LayoutError) -> (source: [UInt8], result: [UInt8]) {
    let isInput = path == "-"
    let bytes: [UInt8]
    do throws(LayoutDiagnostic) {
      bytes = try isInput ? Layout.standardInput() : Layout.contents(of: path)
    } catch {
      throw LayoutError([error])
    }
    return (bytes, try formatted(bytes, file: isInput ? Layout.standardInputName : path))
  }

  /// Brings a file into the form of layouts; a file that has it is not touched.
  ///
  /// The file is replaced as a whole, with its permissions and owner.
  ///
  /// - Returns: whether the file was changed.
  /// - Throws: `LayoutError`, also for a link, and for a file whose owner could not be kept.
  public static func rewrite(path: String) throws(LayoutError) -> Bool {
    if let target = OutputPath.linkTarget(of: path) {
      throw LayoutError([LayoutDiagnostic(file: path, mark: .file, message: "this is a link", expected: "the file itself, \(target)")])
    }
    let (source, result) = try formatted(path: path)
    guard source != result else { return false }
    return try write(result, to: path)
  }

  /// Writes a text to a file, whole or not at all; one that is there keeps its permissions and owner.
  ///
  /// - Parameter isPublic: whether everyone may read a file that is made new; otherwise this user alone may.
  /// - Returns: whether the file has changed.
  /// - Throws: `LayoutError`, also for what is there and is no file.
  public static func write(_ text: [UInt8], to path: String, isPublic: Bool = false) throws(LayoutError) -> Bool {
    if let old = try? Layout.contents(of: path), old == text { return false }
    do throws(SystemError) {
      let file = try AtomicFile(path, needsFile: true)
      try file.keepOwner()
      if isPublic { file.makeReadable() }
      var failure: SystemError?
      unsafe text.withUnsafeBytes { bytes in
        do throws(SystemError) { try unsafe file.write(bytes) } catch { failure = error }
      }
      if let failure { throw failure }
      try file.synchronize()
      try file.commit()
    } catch {
      throw LayoutError([LayoutDiagnostic(file: path, mark: .file, message: "cannot be written: \(error.message)")])
    }
    return true
  }

  /// What `contactor check` says of a text that is no YAML for layouts.
  private static func mistakes(of bytes: [UInt8], _ file: String) -> [LayoutDiagnostic] {
    do throws(LayoutDiagnostic) {
      var reader = LayoutReader(try LayoutBytes.text(bytes, file: file), file: file)
      do throws(LayoutDiagnostic) {
        let root = try reader.document()
        return root == nil ? reader.diagnostics + [.emptyFile(file)] : reader.diagnostics
      } catch {
        return (reader.diagnostics + [error]).inFileOrder
      }
    } catch {
      return [error]
    }
  }

  /// The text with line feeds for all line breaks that libyaml reads as such: carriage returns, those before a line feed, and U+0085.
  private static func unifiedLineBreaks(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var previous: UInt8 = 0
    for byte in text {
      switch byte {
      case 0x0D: result.append(0x0A)
      case 0x0A where previous == 0x0D: break
      case 0x85 where previous == 0xC2: result[result.count - 1] = 0x0A
      default: result.append(byte)
      }
      previous = byte
    }
    return result
  }

  /// How often a text is formatted until nothing changes any more.
  private static let roundLimit = 5

  private typealias Tree = (events: [YAMLEvent], document: FormatDocument)

  /// Whether two texts have the same values and comments.
  private static func hasSameSaying(_ left: Tree, _ right: Tree) -> Bool {
    left.events.map(Saying.init) == right.events.map(Saying.init) && left.document.comments.sorted() == right.document.comments.sorted()
  }

  private static func tree(of text: [UInt8], _ file: String) throws(LayoutDiagnostic) -> Tree {
    var parser = YAMLParser(text, file: file)
    var events: [YAMLEvent] = []
    while true {
      let event = try parser.next()
      events.append(event)
      if case .streamEnd = event.kind { break }
    }
    var reader = FormatReader(Array(String(decoding: text, as: UTF8.self).unicodeScalars), events)
    return (events, reader.read())
  }
}

/// What an event says, whatever its form.
private struct Saying: Equatable {
  let kind: YAMLEvent.Kind
  let anchor: String?
  let hasTag: Bool

  init(_ event: YAMLEvent) {
    (kind, anchor, hasTag) = (event.kind, event.anchor, event.hasTag)
  }
}
