public import ContactorLayout
import ContactorSystem
import Glibc

/// Loads the layout of a service, and the last good one where that cannot be used.
public struct LayoutLoader: Sendable {
  /// A layout that can be run.
  public struct Loaded: Sendable {
    /// The layout.
    public let layout: Layout
    /// The files of the layout for a later start; `nil` for those of an earlier one.
    package let copy: LayoutCopy?
    /// When the last good layout was found good, in local time; `nil` for the present one.
    public let lastGood: String?
  }

  /// The layout file.
  public let path: String
  /// What happens with a layout that others can change.
  public let trust: TrustedLayoutFiles.Trust
  /// The file in which the last good layout is kept; `nil` where none is.
  public let lastGood: String?

  /// Creates a loader.
  public init(path: String, trust: TrustedLayoutFiles.Trust, lastGood: String? = nil) {
    (self.path, self.trust, self.lastGood) = (path, trust, lastGood)
  }

  /// How a layout is trusted where nothing else is asked for: one that others can change is refused as root and in a service that
  /// systemd has started; a person's own program warns.
  public static func trust(isManaged: Bool, user: UInt32? = nil) -> TrustedLayoutFiles.Trust {
    isManaged || (user ?? geteuid()) == 0 ? .refuses : .warns
  }

  /// Loads the layout as it is now.
  ///
  /// - Parameter warn: gets a line for each thing that is probably not meant so.
  /// - Throws: `LayoutError` with every mistake.
  public func load(warn: (String) -> Void) throws(LayoutError) -> Loaded {
    let files = TrustedLayoutFiles(trust: trust)
    let layout = try Layout.load(path: path, files: files)
    for warning in files.warnings + LayoutCheck.warnings(in: layout) { warn(warning.description) }
    let named = files.files.map { TrustedLayoutFiles.File(name: Self.absolute($0.name), bytes: $0.bytes) }
    return Loaded(layout: layout, copy: LayoutCopy(named, seconds: Int64(time(nil))), lastGood: nil)
  }

  /// Loads the layout for the start: where that cannot be used, every mistake is told, and the last good layout of the same file is taken.
  ///
  /// - Parameters:
  ///   - diagnose: gets each mistake and warning as a line with its place.
  ///   - complain: gets what is done instead, or why there is no last good layout to run, as one line.
  /// - Throws: `LayoutError` with every mistake, which were told already, where there is nothing to run.
  public func start(diagnose: (String) -> Void, complain: (String) -> Void) throws(LayoutError) -> Loaded {
    do throws(LayoutError) {
      return try load(warn: diagnose)
    } catch {
      for diagnostic in error.diagnostics { diagnose(diagnostic.description) }
      guard let loaded = startLastGood(complain: complain) else { throw error }
      return loaded
    }
  }

  private func startLastGood(complain: (String) -> Void) -> Loaded? {
    guard let lastGood else { return nil }
    do throws(SystemError) {
      guard let copy = try LayoutCopy.load(lastGood, trust: trust) else { return nil }
      return try start(copy, lastGood, complain: complain)
    } catch {
      complain("\(error); there is no last good layout to run")
      return nil
    }
  }

  private func start(_ copy: LayoutCopy, _ place: String, complain: (String) -> Void) throws(SystemError) -> Loaded {
    guard copy.files[0].name == Self.absolute(path) else {
      throw SystemError(errno: EINVAL, place: place, reason: "is of another layout, \(copy.files[0].name)")
    }
    do throws(LayoutError) {
      // What was included comes from the copy, too.
      let files = LayoutFiles { (path) throws(LayoutDiagnostic) in
        let name = Self.absolute(path)
        guard let file = copy.files.first(where: { $0.name == name }) else {
          throw LayoutDiagnostic(file: path, mark: .file, message: "is not in the last good layout")
        }
        return LayoutFile(bytes: file.bytes, identity: name)
      }
      let layout = try Layout.parse(copy.files[0].bytes, file: path, files: files)
      complain("\(path): cannot be used; the last good layout, of \(copy.moment), is run until the file is mended")
      return Loaded(layout: layout, copy: nil, lastGood: copy.moment)
    } catch {
      throw SystemError(errno: EINVAL, place: place, reason: "has mistakes for this version: \(error.diagnostics[0])")
    }
  }

  /// The path from the root, by which copies name their files.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    return unsafe String(cString: folder) + "/" + path
  }
}
