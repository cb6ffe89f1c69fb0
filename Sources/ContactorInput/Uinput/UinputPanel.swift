/// How a made-up touchscreen reports its contacts (contract 1.7).
public enum UinputPanel: Hashable, Sendable {
  /// Slots (`ABS_MT_SLOT`): protocol B.
  case slots
  /// A list of contacts in each frame (`SYN_MT_REPORT`): protocol A.
  case lists
  /// One contact (`ABS_X`, `ABS_Y`, `BTN_TOUCH`).
  case single
}
