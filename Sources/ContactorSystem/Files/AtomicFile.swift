internal import CContactorSystem
internal import Glibc

/// A file that is there whole or not at all: it takes its place, over what is there, with `commit()`.
///
/// Until then it has no name, so that nothing is left of it however the program ends (`O_TMPFILE`, `linkat()`). Where the
/// file system cannot do that it has a name beside its place, `FILE.PID.part`, which the end by a signal removes, but for
/// `SIGKILL`. What is no file, such as a pipe, a device or standard output, is written in place.
package final class AtomicFile {
  /// The place of the bytes until `commit()`.
  private enum Place {
    /// In the target itself.
    case final
    /// In a file without a name.
    case unnamed
    /// In a file beside the target.
    case beside(String)

    var isFinal: Bool { if case .final = self { true } else { false } }
  }

  private let name: String
  private let target: String
  private let wasThere: Bool
  private var place: Place
  private let file: OutputFile
  /// Whether a signal removes the name beside the target: one file of a program at a time can have that.
  private let isAlone: Bool

  /// Begins a file; `-` is standard output.
  ///
  /// - Parameters:
  ///   - needsFile: whether something in the place that is no file is an error, `EEXIST`.
  ///   - inPlace: whether a file that is there may be written in place where none can be made beside it.
  ///   - mode: the permissions, whatever the umask and an older file say; `nil` for those of the older file, else `OutputPath.mode`.
  ///   - isAlone: whether the program writes no other such file meanwhile; `false` in a thread beside the loop's. The end by a signal then
  ///     may leave `FILE.PID.part`.
  /// - Throws: `SystemError`, also for a file or a link of another user.
  package init(
    _ name: String, needsFile: Bool = false, inPlace: Bool = false, mode: UInt32? = nil, isAlone: Bool = true,
    calls: SystemCalls = .kernel
  ) throws(SystemError) {
    self.isAlone = isAlone
    guard name != "-" else {
      let file = try OutputFile.standardOutput(calls: calls)
      (self.name, target, wasThere, place) = ("standard output", "", true, .final)
      self.file = file
      return
    }
    let path = try OutputPath(name)
    (self.name, target, wasThere) = (name, path.target, path.kind != .absent)
    switch path.kind {
    case .other, .descriptor:
      guard !needsFile else {
        throw SystemError(
          errno: EEXIST, place: name, reason: "is there and is no file; give another name, or - for standard output")
      }
      place = .final
      file = OutputFile(try OutputPath.open(name, .replaces, calls: calls), calls: calls)
    case .absent, .file:
      let descriptor: FileDescriptor
      var begun = Place.final
      do throws(SystemError) {
        descriptor = try Self.make(for: path.target, &begun, isAlone, calls)
      } catch {
        guard inPlace, path.kind != .absent else { throw SystemError(errno: error.errno, place: name) }
        descriptor = try OutputPath.open(name, .replaces, calls: calls)
      }
      place = begun
      // The new file keeps the permissions of the old one.
      if case .file(let old) = path.kind, !begun.isFinal {
        fchmod(descriptor.rawValue, mode ?? old)
      } else if let mode {
        fchmod(descriptor.rawValue, mode)
      }
      file = OutputFile(descriptor, calls: calls)
    }
  }

  deinit {
    guard case .beside(let path) = place else { return }
    unsafe unlink(path)
    if isAlone { cct_remove_on_signals(nil) }
  }

  /// Makes a file in the target's folder, without a name where that can be.
  private static func make(
    for target: String, _ place: inout Place, _ isAlone: Bool, _ calls: SystemCalls
  ) throws(SystemError) -> FileDescriptor {
    let flags = O_WRONLY | O_CLOEXEC
    let number = calls.open(OutputPath.folder(of: target), flags | cct_unnamed_file_flags(), OutputPath.mode)
    if number >= 0 {
      let descriptor = FileDescriptor(owning: number)
      // Without /proc it could not be given a name.
      if unsafe access("/proc/self/fd/\(number)", F_OK) == 0 {
        place = .unnamed
        return descriptor
      }
    }
    let temporary = temporaryName(for: target)
    let descriptor = try FileDescriptor(calls.open(temporary, flags | O_CREAT | O_EXCL | O_NOFOLLOW, OutputPath.mode), place: target)
    if isAlone { unsafe cct_remove_on_signals(temporary) }
    place = .beside(temporary)
    return descriptor
  }

  /// A free name beside the target.
  private static func temporaryName(for target: String) -> String {
    let name = "\(target).\(getpid()).part"
    // An earlier process with this process's number may have left one. A file of another user stays, and the creation fails.
    unsafe unlink(name)
    return name
  }

  /// Writes all of the bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    do throws(OutputFile.WriteError) {
      try unsafe file.write(bytes)
    } catch {
      throw SystemError(errno: error.errno, place: name)
    }
  }

  /// Gives the file the owner and the group of the one whose place it takes.
  ///
  /// - Throws: `SystemError` where this user may not do that. The corresponding C function is `fchown()`.
  package func keepOwner() throws(SystemError) {
    var (old, new) = (stat(), stat())
    guard !place.isFinal, unsafe lstat(target, &old) == 0, unsafe fstat(file.rawValue, &new) == 0 else { return }
    guard old.st_uid != new.st_uid || old.st_gid != new.st_gid else { return }
    guard fchown(file.rawValue, old.st_uid, old.st_gid) == 0 else {
      throw SystemError(
        errno: errno, place: name,
        reason: "belongs to another user or group (\(old.st_uid):\(old.st_gid)), who would lose it; write it as root")
    }
    // A change of the owner may take permissions away.
    fchmod(file.rawValue, old.st_mode & 0o7777)
  }

  /// Lets everyone read the file, if there was none in its place: it tells nothing of touches.
  package func makeReadable() {
    if !wasThere { fchmod(file.rawValue, 0o644) }
  }

  /// Writes all of the bytes.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var failure: SystemError?
    unsafe bytes.withUnsafeBytes { bytes in
      do throws(SystemError) { try unsafe write(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Waits until the disk has it.
  package func synchronize() throws(SystemError) {
    do throws(SystemError) { try file.synchronize() } catch { throw SystemError(errno: error.errno, place: name) }
  }

  /// Puts the file in its place: what was there until now is gone.
  ///
  /// Does nothing for what is written in place, and the second time. The corresponding C functions are `linkat()` and `rename()`.
  package func commit() throws(SystemError) {
    if case .unnamed = place {
      if !wasThere, link(as: target) == 0 {
        place = .final
        return
      }
      let temporary = Self.temporaryName(for: target)
      let number = link(as: temporary)
      guard number == 0 else { throw SystemError(errno: number, place: name) }
      place = .beside(temporary)
    }
    guard case .beside(let temporary) = place else { return }
    guard unsafe rename(temporary, target) == 0 else { throw SystemError(errno: errno, place: name) }
    place = .final
    if isAlone { cct_remove_on_signals(nil) }
  }

  /// Gives the unnamed file a name; 0, or an error number.
  private func link(as path: String) -> Int32 {
    unsafe linkat(AT_FDCWD, "/proc/self/fd/\(file.rawValue)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
  }
}
