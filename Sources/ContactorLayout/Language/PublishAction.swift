/// A message to the broker of the layout's outputs (contract 13.5).
public struct PublishAction: Hashable, Sendable {
  /// The topic, perhaps with placeholders; `~/` at its beginning stands for the broker's own topic.
  public var topic: PlaceholderTemplate
  /// What the message says, perhaps with placeholders.
  public var payload: PlaceholderTemplate
  /// Whether the broker confirms it (QoS 1), so that it is sent until it has arrived; otherwise it is sent once (QoS 0).
  public var isConfirmed = true
  /// Whether the broker keeps it for those who come later.
  public var isRetained = false
  /// Where the topic stands in the file.
  public var mark: LayoutMark

  /// Creates an action.
  public init(topic: PlaceholderTemplate, payload: PlaceholderTemplate, mark: LayoutMark = .file) {
    (self.topic, self.payload, self.mark) = (topic, payload, mark)
  }

  /// The message with the placeholders filled in, without the broker's own topic.
  public struct Message: Hashable, Sendable {
    /// The topic, with `~/` at its beginning for the broker's own.
    public let topic: String
    /// What it says.
    public let payload: String
    /// Whether the broker confirms it.
    public let isConfirmed: Bool
    /// Whether the broker keeps it.
    public let isRetained: Bool
  }

  func message(with values: PlaceholderValues) -> Message {
    Message(
      topic: topic.filled(with: values), payload: payload.filled(with: values), isConfirmed: isConfirmed, isRetained: isRetained)
  }
}

extension LayoutDecoder {
  /// An `mqtt`; `nil` if there was a mistake.
  mutating func publish(_ fields: LayoutFields, of owner: BindingOwner?) -> PublishAction? {
    guard let node = fields["mqtt"] else { return nil }
    publishes.append(node.mark)
    let before = mistakes
    let expected = "a topic such as '~/light' or building/light"
    let topic = publishedTopic(node, expected, owner)
    var payload: PlaceholderTemplate?
    if let node = fields["payload"] {
      payload = template(node, "'payload'", expected: "a text", of: owner, mayBeEmpty: true)
    } else {
      report(node.mark, "'mqtt' has nothing to say", expected: "'payload' beside it, such as payload: \"{value}\"")
    }
    guard let topic, let payload else { return nil }
    var action = PublishAction(topic: topic, payload: payload, mark: node.mark)
    if let node = fields["qos"] { action.isConfirmed = integer(node, "'qos'", in: 0...1, "0 (sent once) or 1 (until it has arrived)") == 1 }
    if let node = fields["retain"] { action.isRetained = bool(node, "'retain'") }
    return mistakes == before ? action : nil
  }

  private mutating func publishedTopic(_ node: LayoutNode, _ expected: String, _ owner: BindingOwner?) -> PlaceholderTemplate? {
    // '~' by itself is nothing to YAML.
    if node.isNull {
      reject(node, "'mqtt'", expected: expected)
      return nil
    }
    guard let text = word(node, "'mqtt'", expected: expected) else { return nil }
    if !MQTTTopic.isValid(text) { reject(node, "'mqtt'", expected: "\(expected), without the wildcards + and #") }
    if text.hasPrefix("/") || text.hasSuffix("/") { reject(node, "'mqtt'", expected: "\(expected), without / at its ends") }
    return template(node, "'mqtt'", expected: expected, of: owner)
  }

  /// Reports messages for a broker that the layout does not have.
  mutating func checkPublishing(_ layout: Layout) {
    guard layout.outputs.broker == nil, !isIncomplete else { return }
    for mark in publishes {
      report(mark, "there is no broker to publish to", expected: "outputs: {mqtt: {host: …}} in the layout")
    }
  }
}

extension LayoutSession {
  /// Does an `mqtt` action.
  ///
  /// Returns whether the message was taken; true where it is only logged. Nothing of a secure control goes to a broker (contract 14.1), and
  /// nothing on a topic that cannot be, as a text field's value can make it.
  func publish(_ message: PublishAction.Message, _ cause: ActionCause) -> Bool {
    guard !cause.isSecure, MQTTTopic.isValid(message.topic) else { return false }
    return onPublish?(message) ?? true
  }
}
