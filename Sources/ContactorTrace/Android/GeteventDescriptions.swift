import ContactorEvdev

/// The descriptions of devices that `getevent -p`, `-lp` and `-i` print, by node.
struct GeteventDescriptions {
  private var descriptions: [String: EvdevDescription] = [:]
  private var node = ""
  /// The type of the codes that follow; `nil` outside of the list of events.
  private var type: UInt16?
  private var isInProperties = false

  /// The description of a node, if the text had codes of it.
  func description(of node: String) -> EvdevDescription? {
    guard let description = descriptions[node], !description.axes.isEmpty || !description.codes.isEmpty else { return nil }
    return description
  }

  /// The nodes that were described.
  var nodes: [String] { descriptions.keys.sorted().filter { description(of: $0) != nil } }

  func name(of node: String) -> String { descriptions[node]?.name ?? "" }

  /// Takes a line; returns whether it is part of a description.
  mutating func take(_ cursor: FieldCursor) throws(TraceError) -> Bool {
    var line = cursor
    line.skipSpaces()
    if line.take("add device ") {
      _ = line.text(upTo: 0x3a)
      node = line.word()
      (type, isInProperties) = (nil, false)
      guard descriptions.count < TraceFormat.deviceLimit else { throw .tooManyDevices }
      descriptions[node] = EvdevDescription(name: "")
      return true
    }
    if line.isAtEnd { return true }
    if line.starts(with: "could not get driver version") || line.starts(with: "remove device ") || line.starts(with: "could not open ") {
      return true
    }
    guard !node.isEmpty else { return false }
    if line.take("name:") {
      _ = line.text(upTo: 0x22)
      descriptions[node]?.name = line.text(upTo: 0x22)
    } else if line.take("bus:") {
      descriptions[node]?.bus = Self.hexadecimal(&line)
    } else if line.take("vendor") {
      descriptions[node]?.vendor = Self.hexadecimal(&line)
    } else if line.take("product") {
      descriptions[node]?.product = Self.hexadecimal(&line)
    } else if line.take("version:") {
      // The driver's.
    } else if line.take("version") {
      descriptions[node]?.version = Self.hexadecimal(&line)
    } else if line.take("events:") {
      (type, isInProperties) = (EvdevCode.synchronization, false)
    } else if line.take("input props:") {
      (type, isInProperties) = (nil, true)
    } else if line.take("location:") || line.take("id:") || line.take("<none>") {
      // Nothing that counts.
    } else if isInProperties {
      return takeProperty(line)
    } else if type != nil {
      return takeCodes(line)
    } else {
      return false
    }
    return true
  }

  private static func hexadecimal(_ line: inout FieldCursor) -> UInt16 {
    line.skipSpaces()
    return UInt16(truncatingIfNeeded: line.hexadecimal() ?? 0)
  }

  private mutating func takeProperty(_ line: FieldCursor) -> Bool {
    let names = ["INPUT_PROP_POINTER": 0, "INPUT_PROP_DIRECT": 1, "INPUT_PROP_BUTTONPAD": 2, "INPUT_PROP_SEMI_MT": 3] as [String: UInt16]
    var line = line
    let word = line.word()
    guard let number = names[word] ?? UInt16(word, radix: 16) else { return word.hasPrefix("INPUT_PROP_") }
    descriptions[node]?.properties.insert(number)
    return true
  }

  /// Takes `KEY (0001): BTN_TOUCH`, or the rest of such a list in a line of its own.
  private mutating func takeCodes(_ cursor: FieldCursor) -> Bool {
    var line = cursor
    let text = line.text
    if let open = text.firstIndex(of: "("), let close = text.firstIndex(of: ")"), open < close, text[close...].hasPrefix("):"),
      let number = UInt16(text[text.index(after: open)..<close], radix: 16)
    {
      type = number
      _ = line.text(upTo: 0x29)
      _ = line.take(0x3a)
    }
    line.skipSpaces()
    if type == EvdevCode.absolute { return takeAxis(line) }
    var isList = false
    while case let word = line.word(), !word.isEmpty {
      guard let code = Self.code(String(word.prefix { $0 != "*" })) else {
        if word.contains("_") || isList { isList = true; continue }
        return false
      }
      isList = true
      if let type { descriptions[node]?.codes[type, default: []].insert(code) }
    }
    return true
  }

  /// Takes `ABS_MT_POSITION_X : value 0, min 0, max 1619, fuzz 0, flat 0, resolution 0`.
  private mutating func takeAxis(_ cursor: FieldCursor) -> Bool {
    let parts = cursor.text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let code = Self.code(String(parts[0].prefix { $0 != " " })) else { return cursor.isAtEnd }
    descriptions[node]?.axes[code] = EvdevAxis(listed: parts[1])
    return true
  }

  private static func code(_ word: String) -> UInt16? {
    CodeName.numbers[word]?.code ?? (word.utf8.count == 4 ? UInt16(word, radix: 16) : nil)
  }
}
