public import ContactorCore

/// The rules that withhold contacts from the copy of a panel, and how contacts are cancelled for its readers (contract 11.4 to 11.6).
///
/// All lengths are in points of the window that the panel is mapped to. A rule decides about a contact as the contact begins, unless it
/// says otherwise; a withheld contact stays withheld until its finger is lifted.
public struct ForwardSettings: Hashable, Sendable {
  /// A rectangle that no contact may begin in.
  public struct DeadZone: Hashable, Sendable {
    /// The name, for messages.
    public var id: String
    /// The rectangle, in points of the window.
    public var frame: Rect

    /// Creates a dead zone.
    public init(id: String, frame: Rect) {
      self.id = id
      self.frame = frame
    }
  }

  /// The signs of contacts that no finger makes: those of a broken or dirty panel.
  public struct Ghost: Hashable, Sendable {
    /// How long a contact must last; each is held back for that time first.
    ///
    /// `nil` for any time.
    public var shorterThan: Duration?
    /// A contact must have reached this size (`ABS_MT_TOUCH_MAJOR`), in points; each is held back until it has.
    ///
    /// `nil` for any size. A panel that reports no sizes has no small contacts.
    public var smallerThan: Double?
    /// A contact that reaches this size, in points, is cancelled.
    ///
    /// `nil` for any size.
    public var largerThan: Double?
    /// A contact that moves faster from one frame to the next, in points per second, is cancelled.
    ///
    /// `nil` for any speed. The time between two frames counts as 1 to 50 ms, because panels are silent while fingers rest.
    public var fasterThan: Double?

    /// Creates a rule that every contact passes.
    public init() {}

    /// Whether every contact passes.
    public var isEmpty: Bool { self == Ghost() }
  }

  /// A part of the window with rules of its own, for the contacts that begin in it.
  ///
  /// The settings hold for all that it does not state. Of regions that overlap the first one counts.
  public struct Region: Hashable, Sendable {
    /// The rectangle, in points of the window.
    public var frame: Rect
    /// How many contacts that began in it may be let through at a time; they do not count outside of it.
    public var fingers: Int?
    /// Where contacts may begin; `nil` outside for as in the settings, inside for everywhere.
    public var inside: Rect??
    /// The signs of contacts that no finger makes.
    public var ghost: Ghost?

    /// Creates a region with the rules of the settings.
    public init(frame: Rect) { self.frame = frame }
  }

  /// How the positions of a contact are smoothed.
  public enum Filter: Hashable, Sendable {
    /// Not at all.
    case none
    /// The median of the last positions, an odd number from 3 to 9, for each axis: takes single outliers out and delays a movement by
    /// half of them.
    case median(Int)
    /// The 1-euro filter of Casiez, Roussel and Vogel (CHI 2012): a low pass whose cut-off frequency rises with the speed.
    ///
    /// The cut-off at rest is in hertz; `beta` is its rise in hertz for each point per second.
    case oneEuro(minimumCutoff: Double, beta: Double)

    /// By how many frames a movement comes later: half of the median's positions; 0 for the others.
    public var delayInFrames: Int {
      if case .median(let length) = self { (min(max(length, 1), 9) | 1) / 2 } else { 0 }
    }

    /// How far a slow movement lags behind: the time constant 1 / (2π · cut-off) of the 1-euro filter at rest, at most an hour; zero for
    /// the others.
    public var slowLag: Duration {
      guard case .oneEuro(let cutoff, _) = self else { return .zero }
      return .microseconds(Int64(min(1_000_000 / (2 * Double.pi * max(cutoff, 0)), 3.6e9)))
    }
  }

  /// How a contact is cancelled for the readers of the copy.
  public var cancelBy = CancelMethod.slide
  /// How many contacts may be let through at a time; `nil` for any number.
  public var fingers: Int?
  /// Where contacts may begin, in points of the window: the panel without its edges; `nil` for everywhere.
  public var inside: Rect?
  /// Rectangles that no contact may begin in.
  public var deadZones: [DeadZone] = []
  /// The signs of contacts that no finger makes.
  public var ghost = Ghost()
  /// Parts of the window with rules of their own.
  public var regions: [Region] = []
  /// A contact that has rested for so long is stuck, and cancelled; `nil` for never.
  ///
  /// A rest is a stay within `stuckRadius`.
  public var stuckAfter: Duration?
  /// How far a resting contact may stray from its place, in points.
  public var stuckRadius = 10.0
  /// How many contacts may begin within a second; above it the panel is muted until a second has passed with at most that many.
  ///
  /// `nil` for any number; more than 1000 count as 1000. Only contacts that begin while the panel is muted are withheld.
  public var rate: Int?
  /// How positions are smoothed.
  public var filter = Filter.none
  /// The map from points of the window to units of the panel, for a copy that is calibrated and turned (contract 11.6); `nil` for the
  /// panel's own positions.
  ///
  /// It is applied to every contact from its next change on. Sizes and orientation stay the panel's.
  public var positions: AffineTransform?

  /// Creates settings that let everything through.
  public init() {}
}

/// How a contact is cancelled for the readers of a panel's copy.
public enum CancelMethod: String, Hashable, Sendable, CaseIterable {
  /// The contact returns to its first position, moves sideways as far as the screen goes, and is lifted there.
  ///
  /// With every compositor, nothing clicks, zooms or scrolls, except a page that scrolls sideways.
  case slide
  /// The contact becomes a palm (`MT_TOOL_PALM`) before it is lifted: libinput cancels the touch.
  ///
  /// It is for compositors that forward the cancellation: sway from 1.9, mutter, KWin and Wayfire. With weston, cage and labwc the finger
  /// stays down for the application until that is restarted.
  case palm
  /// The contact is lifted at its position, like a finger: it may click.
  case lift
}

/// The decision of a layout or a program about a contact (contract 11.3, 11.4).
public enum ForwardVerdict: Hashable, Sendable {
  /// It goes to the application, first its events that were held.
  case pass
  /// It is held back, and kept in memory, until another verdict.
  case hold
  /// The application never gets it; if it has begun there, it is cancelled by `ForwardSettings.cancelBy`.
  case keep
}

/// Why a contact does not reach the application.
public enum ForwardCause: Hashable, Sendable {
  /// It began on a control of the layout.
  case control(String)
  /// A gesture was recognized, or delays the contact.
  case gesture(String)
  /// There are as many fingers already as `ForwardSettings.fingers` lets through, or as the copy has slots.
  case fingers
  /// It began at an edge.
  case edge
  /// It began in a dead zone.
  case deadZone(String)
  /// It was shorter than a finger's.
  case tooShort
  /// It was smaller than a finger's.
  case tooSmall
  /// It became larger than a finger's.
  case tooLarge
  /// It moved faster than a finger.
  case tooFast
  /// It rested for too long.
  case stuck
  /// The panel is muted: too many contacts began within a second.
  case rate
  /// It woke the screen.
  case waking
  /// The mode of that name lets nothing through.
  case mode(String)
  /// The panel went, or forwarding ended.
  case closed

  /// The word of the log.
  public var word: String {
    switch self {
    case .control: "control"
    case .gesture: "gesture"
    case .fingers: "fingers"
    case .edge: "edge"
    case .deadZone: "deadZone"
    case .tooShort: "tooShort"
    case .tooSmall: "tooSmall"
    case .tooLarge: "tooLarge"
    case .tooFast: "tooFast"
    case .stuck: "stuck"
    case .rate: "rate"
    case .waking: "waking"
    case .mode: "mode"
    case .closed: "closed"
    }
  }

  /// Whether the contact is a user's whose touch is not for the application, rather than one that no user meant.
  public var isOwnUse: Bool {
    switch self {
    case .control, .gesture, .waking, .mode: true
    case .fingers, .edge, .deadZone, .tooShort, .tooSmall, .tooLarge, .tooFast, .stuck, .rate, .closed: false
    }
  }

  /// The name of the control, gesture, dead zone or mode; `nil` for other causes.
  public var name: String? {
    switch self {
    case .control(let name), .gesture(let name), .deadZone(let name), .mode(let name): name
    default: nil
    }
  }
}

/// A report of something other than letting a contact through.
public struct ForwardNote: Hashable, Sendable {
  /// The kinds of reports.
  public enum Action: String, Hashable, Sendable {
    /// The contact never reached the application.
    case kept
    /// The contact is held back for now.
    case held
    /// The contact was held, and goes to the application now.
    case released
    /// The contact was cancelled for the application.
    case cancelled
    /// The panel is muted from now on.
    case muted
    /// The panel is heard again.
    case unmuted
  }

  /// The kind.
  public var action: Action
  /// Why.
  public var cause: ForwardCause
  /// The contact's tracking id on the panel; −1 if it is about the panel as a whole.
  public var trackingID: Int32
  /// When.
  public var time: Timestamp

  /// Whether a rule holds each contact back for a while, or hands it on: what happens to every contact, and is not logged.
  public var isRoutine: Bool {
    switch (action, cause) {
    case (.held, .tooShort), (.held, .tooSmall), (.released, .tooShort), (.released, .tooSmall): true
    default: false
    }
  }

  /// Creates a note.
  public init(_ action: Action, _ cause: ForwardCause, trackingID: Int32, at time: Timestamp) {
    self.action = action
    self.cause = cause
    self.trackingID = trackingID
    self.time = time
  }
}
