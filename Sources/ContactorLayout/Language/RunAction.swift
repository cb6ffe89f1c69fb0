import ContactorCore

/// A program to start, with its arguments; no shell is between.
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
  /// When it is stopped; `nil` for never.
  public var timeout: Duration?
  /// The directory that it starts in; `nil` for ours.
  public var directory: String?
  /// What its environment has beyond ours, in the order of the file.
  public var environment: [Variable]
  /// Where the program stands in the file.
  public var mark: LayoutMark
  /// Where the directory stands in the file, if there is one.
  public var directoryMark: LayoutMark?

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

  /// The variables with the placeholders filled in.
  public func variables(with values: PlaceholderValues) -> [String: String] {
    Dictionary(environment.map { ($0.name, $0.value.filled(with: values)) }) { _, last in last }
  }
}
