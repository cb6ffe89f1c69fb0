public import ContactorCore
public import ContactorSystem

/// An action that a layout binds to an event.
public enum LayoutAction: Hashable, Sendable {
  /// Starts a program.
  case run(RunAction)
  /// Sends a name to the log and to every subscriber.
  case emit(PlaceholderTemplate)
  /// Sends a named action to a view or up the responder chain.
  case send(SendAction)
  /// Types text into a text field.
  case type(TypeAction)
  /// Changes to the mode of that name.
  case mode(String)
  /// Presses keys, or types a text, in whatever application has the keyboard.
  case key(KeyAction)
  /// Sets a control's value, text or state, as a program does: nothing is sent.
  case set(SetAction)
  /// Compares a secret with a hash, and does one list of actions or another.
  case verify(VerifyAction)
  /// Publishes a message to the broker.
  case publish(PublishAction)
  /// Turns the panels of a window, because the screen was turned.
  case rotate(RotateAction)
}

/// A turn of panels.
public struct RotateAction: Hashable, Sendable {
  /// Degrees clockwise, beside the `rotation` of the layout: 0, 90, 180 or 270.
  public var degrees: Int
  /// The window that the panels feed; `nil` for all windows.
  public var window: String?

  /// Creates a turn.
  public init(degrees: Int, window: String? = nil) {
    self.degrees = degrees
    self.window = window
  }
}

/// A control event or gesture state with its actions.
public struct LayoutBinding: Hashable, Sendable {
  /// The name: one of `ControlEventName.all`, or of a gesture's states.
  public var event: String
  /// The actions with their timing, in order; never empty.
  public var steps: [ActionStep]
  /// Where the name stands in the file.
  public var mark: LayoutMark

  /// The actions, in order.
  public var actions: [LayoutAction] { steps.map(\.action) }

  /// Creates a binding.
  public init(event: String, steps: [ActionStep], mark: LayoutMark = .file) {
    self.event = event
    self.steps = steps
    self.mark = mark
  }

  /// Creates a binding of actions without timing.
  public init(event: String, actions: [LayoutAction], mark: LayoutMark = .file) {
    self.init(event: event, steps: actions.map { ActionStep($0) }, mark: mark)
  }
}

/// A program to start with its arguments, without a shell.
public struct RunAction: Hashable, Sendable {
  /// A variable of the program's environment.
  public struct Variable: Hashable, Sendable {
    /// The name; neither empty nor with `=` or NUL.
    public var name: String
    /// The text, perhaps with placeholders.
    public var value: PlaceholderTemplate

    /// Creates a variable.
    public init(name: String, value: PlaceholderTemplate) {
      self.name = name
      self.value = value
    }
  }

  /// The program: a path, or a name to search in `PATH`.
  public var program: String
  /// Its arguments, without the program itself.
  public var arguments: [PlaceholderTemplate]
  /// The time after which it is stopped; `nil` for never.
  public var timeout: Duration?
  /// The working directory; `nil` for this process's.
  public var directory: String?
  /// The variables added to this process's environment, in the order of the file.
  public var environment: [Variable]
  /// The name or the number of its user; `nil` for this process's.
  public var user: String?
  /// The program's limits.
  public var limits = ProgramLimits()
  /// Where the program stands in the file.
  public var mark: LayoutMark
  /// Where the directory stands in the file, if there is one.
  public var directoryMark: LayoutMark?
  /// Where the user stands in the file, if there is one.
  public var userMark: LayoutMark?

  /// Creates an action.
  public init(
    program: String, arguments: [PlaceholderTemplate] = [], timeout: Duration? = nil,
    directory: String? = nil, environment: [Variable] = [], mark: LayoutMark = .file
  ) {
    self.program = program
    self.arguments = arguments
    self.timeout = timeout
    self.directory = directory
    self.environment = environment
    self.mark = mark
  }

  /// The program and its arguments with the placeholders filled in.
  public func argv(with values: PlaceholderValues) -> [String] {
    [program] + arguments.map { $0.filled(with: values) }
  }

  /// The program as it is started, with the argument vector and the variables that were filled in.
  public func request(_ argv: [String], _ environment: [String: String]) -> ProgramRequest {
    ProgramRequest(argv: argv, directory: directory, environment: environment, timeout: timeout, user: user, limits: limits)
  }

  /// The variables with the placeholders filled in.
  public func variables(with values: PlaceholderValues) -> [String: String] {
    Dictionary(environment.map { ($0.name, $0.value.filled(with: values)) }) { _, last in last }
  }
}

/// A named action that is sent to a view or up the responder chain.
public struct SendAction: Hashable, Sendable {
  /// The action's name: `go`, `go:` or `go:forEvent:`.
  public var action: ActionName
  /// The id of the target view; `nil` for the responder chain.
  public var target: String?
  /// Where the name stands in the file.
  public var mark: LayoutMark

  /// Creates an action.
  public init(action: ActionName, target: String? = nil, mark: LayoutMark = .file) {
    self.action = action
    self.target = target
    self.mark = mark
  }
}

/// Text to type into the field that is being edited, or into one that is named.
public struct TypeAction: Hashable, Sendable {
  /// The text, perhaps with placeholders; a line feed is the return key.
  public var text: PlaceholderTemplate
  /// The id of the text field; `nil` for the one that is being edited.
  public var target: String?
  /// Where the text stands in the file.
  public var mark: LayoutMark

  /// Creates an action.
  public init(text: PlaceholderTemplate, target: String? = nil, mark: LayoutMark = .file) {
    self.text = text
    self.target = target
    self.mark = mark
  }
}
