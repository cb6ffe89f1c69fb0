import ArgumentParser
import ContactorCore
import ContactorEvdev
import ContactorTrace

/// The options for recordings that do not say what their panels' axes are.
struct GivenRanges: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The ranges of the axes, if the recording does not have them: x=0..1619,y=0..2159; else they are guessed from the touches.",
      valueName: "ranges"))
  var range: String?

  @Option(
    help: ArgumentHelp("Take what the recording does not say of its panel from this recording of the same panel.", valueName: "file"),
    completion: .recording)
  var like: String?

  func validate() throws { _ = try parsed() }

  private func parsed() throws -> (x: ClosedRange<Int32>?, y: ClosedRange<Int32>?) {
    guard let range else { return (nil, nil) }
    do throws(ReadingOptions.RangeMistake) {
      return try ReadingOptions.ranges(parsing: range)
    } catch {
      throw ValidationError("--range: \(error.message)")
    }
  }

  /// How a recording is read.
  ///
  /// - Throws: `Failure` where `--like` names no recording with a panel's description.
  func options() throws -> ReadingOptions {
    var options = ReadingOptions()
    (options.columns, options.rows) = try parsed()
    guard let like else { return options }
    do throws(TraceError) {
      options.like = try ReadingOptions.description(in: like)
    } catch {
      throw Failure([error.description], .failed)
    }
    return options
  }
}

/// The options for recordings that are played.
struct PlayedRecording: ParsableArguments {
  @OptionGroup var ranges: GivenRanges

  @Flag(help: "Take touchpads, pens and pointers for touchscreens, too; they are left out else.")
  var allDevices = false

  func options() throws -> ReadingOptions {
    var options = try ranges.options()
    options.devices = allDevices ? .all : .played
    return options
  }
}

extension Console {
  /// Prints how a recording was understood, and what of it was passed over.
  static func report(_ findings: [String], of file: String) {
    for finding in findings { note("\(file): \(finding)") }
  }
}

/// A moment of a recording: seconds from its beginning, or `t=` and microseconds of its clock.
struct RecordedMoment: Hashable {
  private enum Kind: Hashable {
    case seconds(Double)
    case clock(Int64)
  }

  private let kind: Kind
  /// The moment as it was given, for messages.
  let name: String

  /// The recording's beginning.
  static let beginning = RecordedMoment(.seconds(0), "0.0 s")

  private init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

  /// Reads a moment as users give it.
  init(parsing text: String) throws {
    if text.hasPrefix("t="), let time = Int64(text.dropFirst(2)) {
      self.init(.clock(time), text)
    } else if let seconds = Double(text), seconds.magnitude < 1e12 {
      self.init(.seconds(seconds), "\(seconds) s")
    } else {
      throw ValidationError(
        "'\(text)' is no time in a recording; --from and --to take seconds from its beginning, between -1e12 and 1e12, such as 1.5, or t= and "
          + "whole microseconds, as t in a log")
    }
  }

  /// The moment on the recording's clock, which began at `first`.
  func time(after first: Timestamp) -> Timestamp {
    switch kind {
    case .seconds(let seconds): first.advanced(byMicroseconds: Int64((seconds * 1e6).rounded()))
    case .clock(let time): Timestamp(microseconds: time)
    }
  }

  /// Whether the moment counts from the recording's beginning.
  var isRelative: Bool { if case .seconds = kind { true } else { false } }

  /// Whether the moment is known to be later than another; `nil` if that depends on the recording.
  func isLater(than other: RecordedMoment) -> Bool? {
    switch (kind, other.kind) {
    case (.seconds(let seconds), .seconds(let others)): seconds > others
    case (.clock(let time), .clock(let other)): time > other
    default: nil
    }
  }
}
