// The layouts of this module. A layout of another language is a table of the same form, given to `KeyboardLayout.init(_:)`.

extension KeyboardLayout {
  /// English, QWERTY.
  public static let english = made(
    """
    :layout English en
    :plane letters ABC
    q w e r t y u i o p
    [gap]*.5 a s d f g h j k l [gap]*.5
    [shift]*1.5 z x c v b n m [delete]*1.5
    [digits]*1.5 [globe] [space]*5 [return]*1.5 [dismiss]
    \(symbols("$ € £"))
    :alternatives
    \(latinAlternatives)
    """)

  /// German, QWERTZ with ä, ö, ü and ß.
  public static let german = made(
    """
    :layout Deutsch de
    :plane letters ABC
    q w e r t z u i o p ü
    a s d f g h j k l ö ä
    [shift]*1.5 y x c v b n m ß/ẞ [delete]*1.5
    [digits]*1.5 [globe] [space]*6 [return]*1.5 [dismiss]
    \(symbols("€ $ £"))
    :alternatives
    \(latinAlternatives)
    """)

  /// French, AZERTY; a long press gives é, è, à, ç and the others.
  public static let french = made(
    """
    :layout Français fr
    :plane letters ABC
    a z e r t y u i o p
    q s d f g h j k l m
    [shift]*1.5 w x c v b n ’ [delete]*1.5
    [digits]*1.5 [globe] [space]*5 [return]*1.5 [dismiss]
    \(symbols("€ $ £"))
    :alternatives
    \(latinAlternatives)
    """)

  /// Hebrew, written from right to left; it has no capitals.
  public static let hebrew = made(
    """
    :layout עברית he rtl
    :plane letters אבג
    - ' ק ר א ט ו ן ם פ
    ש ד ג כ ע י ח ל ך ף
    ז ס ב ה נ מ צ ת ץ [delete]
    [digits]*1.5 [globe] [space]*5 [return]*1.5 [dismiss]
    \(symbols("₪ $ €"))
    """)

  /// Arabic, written from right to left; it has no capitals.
  public static let arabic = made(
    """
    :layout العربية ar rtl
    :plane letters أبج
    ض ص ث ق ف غ ع ه خ ح ج
    ش س ي ب ل ا ت ن م ك ط
    ذ ء ؤ ر ى ة و ز ظ د [delete]
    [digits]*1.5 [globe] [space]*6 [return]*1.5 [dismiss]
    \(symbols("$ € £"))
    :alternatives
    ا أ إ آ
    ي ئ
    ؟ ?
    """)

  /// Digits and return.
  public static let digits = made(
    """
    :layout Digits
    :plane digits 123
    \(digitRows)
    [return] 0 [delete]
    """)

  /// Digits and return, for a code.
  public static let pin = made(
    """
    :layout PIN
    :plane digits 123
    \(digitRows)
    [return] 0 [delete]
    """)

  /// Digits, a decimal point, a minus sign, return.
  public static let decimal = made(
    """
    :layout Decimal
    :plane digits 123
    \(digitRows)
    . 0 [delete]
    - [return]*2
    :alternatives
    . ,
    """)

  /// Digits, `*`, `#` and `+`, return.
  public static let phone = made(
    """
    :layout Phone
    :plane digits 123
    \(digitRows)
    * 0 #
    + [return] [delete]
    :alternatives
    0 +
    """)

  /// The keys of a telephone with their letters, a key that calls, and delete; a long press on 0 gives `+`.
  public static let dial = made(
    """
    :layout Dial
    :plane dial 123
    \(digitRows)
    * 0 #
    [gap] [return] [delete]
    :alternatives
    0 +
    :captions
    2 ABC
    3 DEF
    4 GHI
    5 JKL
    6 MNO
    7 PQRS
    8 TUV
    9 WXYZ
    0 +
    """)

  /// Every layout of this module that has the letters of a language.
  public static let languages: [KeyboardLayout] = [english, german, french, hebrew, arabic]

  /// The layout of a type that has no letters; `nil` for the others.
  static func standard(for type: KeyboardType) -> KeyboardLayout? {
    switch type {
    case .letters, .email, .url: nil
    case .digits: digits
    case .pin: pin
    case .phone: phone
    case .decimal: decimal
    }
  }

  private static let digitRows = """
    1 2 3
    4 5 6
    7 8 9
    """

  private static let latinAlternatives = """
    a à á â ä æ ã å ā
    c ç ć č
    e è é ê ë ē ė ę
    i î ï í ī į ì
    l ł
    n ñ ń
    o ô ö ò ó œ ø ō õ
    s ß ś š
    u û ü ù ú ū
    y ÿ
    z ž ź ż
    ’ '
    - – — •
    . …
    ? ¿
    ! ¡
    0 °
    """

  /// The planes of digits and symbols, with three currencies in the order of their use.
  private static func symbols(_ currencies: String) -> String {
    let signs = currencies.split(separator: " ")
    return #"""
      :plane digits 123
      1 2 3 4 5 6 7 8 9 0
      - / : ; ( ) \#(signs[0]) & @ "
      [symbols]*1.5 . , ? ! ' % [delete]*1.5
      [letters]*1.5 [globe] [space]*5 [return]*1.5 [dismiss]
      :plane symbols #+=
      [ ] { } # % ^ * + =
      _ \ | ~ < > \#(signs[1]) \#(signs[2]) ¥ •
      [digits]*1.5 . , ? ! ' ؟ [delete]*1.5
      [letters]*1.5 [globe] [space]*5 [return]*1.5 [dismiss]
      """#
  }

  /// Reads one of the tables above; a test reads all of them.
  private static func made(_ table: String) -> KeyboardLayout {
    (try? KeyboardLayout(table)) ?? KeyboardLayout(name: "", planes: [])
  }
}
