package import ContactorSystem

/// Takes the bytes of a recording: a file, or memory.
public protocol ByteSink {
  /// Takes all of the bytes.
  ///
  /// - Throws: `TraceError`, for example `system` with `ENOSPC` for a full disk.
  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError)

  /// Brings what was written to the disk, so that it survives a power cut; does nothing where there is no disk.
  mutating func synchronize() throws(TraceError)
}

extension ByteSink {
  /// Takes all of the bytes.
  mutating func write(_ bytes: [UInt8]) throws(TraceError) {
    unsafe try bytes.span.withUnsafeBytes { (buffer) throws(TraceError) in unsafe try write(buffer) }
  }
}

/// Keeps the bytes in memory.
public struct MemorySink: ByteSink {
  /// The bytes that were written.
  public private(set) var bytes: [UInt8] = []

  /// Creates a sink without bytes.
  public init() {}

  /// The bytes as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends the bytes.
  public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    unsafe self.bytes += bytes
  }

  /// Does nothing: memory does not survive.
  public mutating func synchronize() throws(TraceError) {}

  /// Hands out what was written since the last call.
  public mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}

/// Writes a file, or standard output for the path `-`.
///
/// A new file is for this user alone (mode 0600). A file or a link of another user is not written to.
public final class FileSink: ByteSink {
  private enum Output {
    case direct(OutputFile)
    case atomic(AtomicFile)
  }

  private let name: String
  private let output: Output

  /// Creates a file, or empties an existing one; `-` is standard output.
  ///
  /// - Parameter replaces: whether an existing file is emptied; otherwise it is an error.
  /// - Throws: `TraceError` with the code `system`.
  public init(path: String, replaces: Bool = true) throws(TraceError) {
    name = path == "-" ? "standard output" : path
    do throws(SystemError) {
      let file = try path == "-" ? OutputFile.standardOutput() : OutputFile(OutputPath.open(path, replaces ? .replaces : .new))
      output = .direct(file)
    } catch {
      throw .system(error, name, "cannot be written")
    }
  }

  /// Begins a file that takes the place of the one that is there, if any, with `commit()`; without that nothing changes.
  ///
  /// What is no file, such as a pipe, a device or standard output, is written in place; so is a file in a folder in which
  /// none can be made.
  ///
  /// - Parameter needsFile: whether something in the place that is no file is an error, and a folder in which none can be made.
  /// - Throws: `TraceError` with the code `system`.
  public static func replacing(_ path: String, needsFile: Bool = false) throws(TraceError) -> FileSink {
    do throws(SystemError) {
      return FileSink(path, try AtomicFile(path, needsFile: needsFile, inPlace: !needsFile))
    } catch {
      throw .system(error, path, needsFile ? "cannot be made" : "cannot be written")
    }
  }

  private init(_ path: String, _ file: AtomicFile) {
    name = path == "-" ? "standard output" : path
    output = .atomic(file)
  }

  /// Puts the file in its place: what was there until now is gone.
  ///
  /// Does nothing for a file that is written in place.
  public func commit() throws(TraceError) {
    guard case .atomic(let file) = output else { return }
    do throws(SystemError) { try file.commit() } catch { throw .system(error, name, "cannot be replaced") }
  }

  /// Writes all of the bytes; the corresponding C function is `write()`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    var number: Int32 = 0
    switch output {
    case .atomic(let file):
      do throws(SystemError) { unsafe try file.write(bytes) } catch { number = error.errno }
    case .direct(let file):
      do throws(OutputFile.WriteError) { unsafe try file.write(bytes) } catch { number = error.errno }
    }
    if number != 0 { throw .system(SystemError(errno: number, place: name), name, "cannot be written") }
  }

  /// Waits until the disk has the bytes; the corresponding C function is `fdatasync()`.
  ///
  /// Does nothing for a pipe or a terminal.
  public func synchronize() throws(TraceError) {
    do throws(SystemError) {
      switch output {
      case .atomic(let file): try file.synchronize()
      case .direct(let file): try file.synchronize()
      }
    } catch {
      throw .system(error, name, "cannot be written to the disk")
    }
  }
}

extension TraceError {
  /// The error of a system call about a file; a refusal says itself what is wrong.
  package static func system(_ error: SystemError, _ file: String, _ what: String) -> TraceError {
    let message = error.hasReason ? error.message : "\(what): \(error.message)"
    return TraceError(.system, file: file, errno: error.errno, message: message)
  }
}
