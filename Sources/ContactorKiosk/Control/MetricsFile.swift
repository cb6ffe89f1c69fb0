import ContactorCore
import ContactorLayout
import ContactorSystem
import Glibc

/// Writes a kiosk's figures to a file again and again, for the textfile collector of node_exporter.
///
/// The file is there whole or not at all: each writing makes a new one and renames it. A thread of its own does that, so that a slow or
/// dead disk delays no touch; the newest figures count. A failure is told once, with the way out, and counted; so is the end of it.
final class MetricsFile {
  /// Where and how often.
  let settings: LayoutMetricsFile
  /// How long the end waits for the disk, in milliseconds.
  var patience: Int64 = 1000
  /// How many writings failed.
  private(set) var failures = 0
  private let loop: EventLoop
  private let complain: (String) -> Void
  private let note: (String) -> Void
  private let figures: (_ isLast: Bool) -> String
  private var writer: NewestWriter<String>?
  private var timer: TimerID?
  private var isFailing = false

  /// Begins to write: now, and again after each `settings.every`.
  ///
  /// - Parameters:
  ///   - figures: makes the text; `isLast` for the end of the service.
  ///   - complain: gets a line as writing fails, and no other until it works again.
  ///   - note: gets a line as it works again.
  init(
    _ settings: LayoutMetricsFile, _ loop: EventLoop, calls: SystemCalls = .kernel, complain: @escaping (String) -> Void,
    note: @escaping (String) -> Void, figures: @escaping (_ isLast: Bool) -> String
  ) throws(SystemError) {
    (self.settings, self.loop, self.complain, self.note, self.figures) = (settings, loop, complain, note, figures)
    writer = try NewestWriter(loop) { [settings] (text: String) throws(SystemError) in
      try Self.save(text, settings, calls)
    } finished: { [unowned self] in
      take($0)
    }
    writeAndWait()
  }

  deinit { if let timer { loop.cancel(timer) } }

  /// Writes the file in place of the one before.
  ///
  /// The disk need not have it: after a power cut the figures are old anyway.
  private static func save(_ text: String, _ settings: LayoutMetricsFile, _ calls: SystemCalls) throws(SystemError) {
    let path = settings.path
    if try OutputPath(path).target != path {
      throw SystemError(errno: ELOOP, place: path, reason: "is a link and is not written to; name the file itself")
    }
    let file = try AtomicFile(path, needsFile: true, mode: settings.mode, isAlone: false, calls: calls)
    try file.write(Array(text.utf8))
    try file.commit()
  }

  private func writeAndWait() {
    write(isLast: false)
    timer = loop.schedule(at: loop.now + settings.every) { [unowned self] in writeAndWait() }
  }

  private func write(isLast: Bool) {
    do throws(SystemError) { try writer?.write(figures(isLast)) } catch { take(error) }
  }

  private func take(_ error: SystemError?) {
    guard let error else {
      if isFailing { note("\(settings.path): the figures are written again") }
      isFailing = false
      return
    }
    failures += 1
    guard !isFailing else { return }
    isFailing = true
    complain("\(error); the figures are not written\(Self.wayOut(of: error, settings.path)), everything else goes on")
  }

  /// What helps against an error, as the middle of a sentence.
  static func wayOut(of error: SystemError, _ path: String) -> String {
    let folder = OutputPath.folder(of: path)
    return switch error.errno {
    case ENOENT, ENOTDIR: " until the folder is there (mkdir -p \(folder))"
    case EACCES: " until this user may write to \(folder) (chgrp and chmod g+w)"
    case EROFS: " until the unit has ReadWritePaths=\(folder) (systemctl edit contactor)"
    case ENOSPC, EDQUOT: " until the disk has room"
    default: ""
    }
  }

  /// Writes the last figures and waits for them, for `patience` at most.
  func close() {
    if let timer { loop.cancel(timer) }
    timer = nil
    write(isLast: true)
    if writer?.close(milliseconds: patience) == false {
      complain("\(settings.path): the disk does not answer; the last figures are not written")
    }
    writer = nil
  }
}
