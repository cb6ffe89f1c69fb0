import ContactorSystem
import Glibc

/// Reads the files of a layout for a service: looks at who may write them, and keeps their bytes.
///
/// Whoever writes the layout of a service decides which programs it starts and which keys it presses, as its user.
public final class TrustedLayoutFiles {
  /// What happens with a file that others than root and this user can change.
  public enum Trust: Sendable {
    /// It is refused, with each file or folder through which it can be changed, and the command that mends that.
    case refuses
    /// It is taken, and each such file or folder is a warning.
    case warns
    /// It is taken.
    case trustsAnyone
  }

  /// A file that was read.
  package struct File: Hashable, Sendable {
    /// The name by which it was opened.
    package let name: String
    /// Its bytes.
    package let bytes: [UInt8]

    /// Creates a file.
    package init(name: String, bytes: [UInt8]) {
      (self.name, self.bytes) = (name, bytes)
    }
  }

  /// What happens with files that others can change.
  public let trust: Trust
  /// The files that were read, in their order: the layout itself is the first.
  package private(set) var files: [File] = []
  /// The warnings about who may write the files.
  public private(set) var warnings: [LayoutDiagnostic] = []

  /// Why a file was refused; empty where none was.
  fileprivate var refusals: [LayoutDiagnostic] = []

  /// Begins with no file.
  public init(trust: Trust) {
    self.trust = trust
  }

  /// A file; every file of a layout, the layout's own and those that it includes, is read through here.
  ///
  /// - Throws: the first of `refusals` for a file that is not trusted; another diagnostic for one that cannot be read.
  package func file(at path: String) throws(LayoutDiagnostic) -> LayoutFile {
    let file = try judged(path)
    files.append(File(name: path, bytes: file.bytes))
    return file
  }

  private func judged(_ path: String) throws(LayoutDiagnostic) -> LayoutFile {
    if trust == .trustsAnyone { return try Layout.file(at: path) }
    let file = try Self.open(path)
    try judge(file.weaknesses, path)
    return try Layout.regularContents(of: file.descriptor, path)
  }

  private static func open(_ path: String) throws(LayoutDiagnostic) -> TrustedFile {
    do throws(SystemError) {
      return try TrustedFile(path)
    } catch {
      throw LayoutDiagnostic(file: path, mark: .file, message: error.message)
    }
  }

  private func judge(_ weaknesses: [FileWeakness], _ path: String) throws(LayoutDiagnostic) {
    let severity = trust == .refuses ? LayoutDiagnostic.Severity.error : .warning
    let found = weaknesses.map { weakness in
      let option = trust == .refuses ? ", or start with --trust-anyone" : ""
      return LayoutDiagnostic(
        file: path, mark: .file, severity: severity, message: "this layout is not trusted: \(weakness); \(weakness.remedy)\(option)")
    }
    guard trust == .refuses, let first = found.first else {
      warnings += found
      return
    }
    refusals = found
    throw first
  }
}

extension Layout {
  /// Reads a layout for a service.
  ///
  /// - Parameter files: reads the layout and what it includes, and holds their bytes and the warnings about them afterwards.
  /// - Throws: `LayoutError` with all mistakes, or with what lets others write the files.
  public static func load(path: String, files: TrustedLayoutFiles) throws(LayoutError) -> Layout {
    files.refusals = []
    do throws(LayoutError) {
      return try load(path: path, files: LayoutFiles { (path) throws(LayoutDiagnostic) in try files.file(at: path) })
    } catch {
      throw files.refusals.isEmpty ? error : LayoutError(files.refusals)
    }
  }
}
