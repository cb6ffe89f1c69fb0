/// The bidirectional class of a scalar: how it takes part in ordering a line (Unicode Standard Annex #9, table 4).
enum BidiClass: UInt8 {
  case leftToRight, rightToLeft, arabicLetter
  case europeanNumber, europeanSeparator, europeanTerminator, arabicNumber, commonSeparator
  case mark, boundaryNeutral, paragraphSeparator, segmentSeparator, blank, neutral
  case leftToRightEmbedding, leftToRightOverride, rightToLeftEmbedding, rightToLeftOverride, popEmbedding
  case leftToRightIsolate, rightToLeftIsolate, firstStrongIsolate, popIsolate

  /// Whether the class begins an isolate.
  var beginsIsolate: Bool { self == .leftToRightIsolate || self == .rightToLeftIsolate || self == .firstStrongIsolate }

  /// Whether rule X9 leaves the scalar out: embeddings, overrides, and what has no width.
  var isRemoved: Bool {
    switch self {
    case .boundaryNeutral, .leftToRightEmbedding, .leftToRightOverride, .rightToLeftEmbedding, .rightToLeftOverride, .popEmbedding: true
    default: false
    }
  }
}

extension BidiClass {
  /// The class of a scalar; O(log ranges), less for Latin.
  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if (0x61...0x7A).contains(value) || (0x41...0x5A).contains(value) {
      self = .leftToRight
    } else {
      self = Self.ranged(value) ?? Self.general(scalar)
    }
  }

  /// The class by general category, of what the table does not name.
  private static func general(_ scalar: Unicode.Scalar) -> BidiClass {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: .mark
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      .neutral
    case .unassigned: unassigned(scalar.value)
    default: .leftToRight
    }
  }

  /// The class of a scalar that no version of Unicode has assigned: that of its block.
  private static func unassigned(_ value: UInt32) -> BidiClass {
    switch value {
    case 0x0590...0x05FF, 0x07C0...0x085F, 0xFB1D...0xFB4F, 0x10800...0x10FFF, 0x1E800...0x1EFFF: .rightToLeft
    case 0x0600...0x07BF, 0x0860...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: .arabicLetter
    default: .leftToRight
    }
  }

  /// The class of a scalar in the table; `nil` for one that its general category decides.
  private static func ranged(_ value: UInt32) -> BidiClass? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].last < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].first <= value ? ranges[low].kind : nil
  }

  private static let ranges: [(first: UInt32, last: UInt32, kind: BidiClass)] = rows.flatMap { kind, text in
    text.split(separator: " ").map { part in
      let ends = part.split(separator: "-").map { UInt32($0, radix: 16) ?? 0 }
      return (first: ends[0], last: ends[ends.count - 1], kind: kind)
    }
  }.sorted { $0.first < $1.first }

  // Facts of the Unicode Character Database 15.0 (UnicodeData.txt, fourth field), counted into ranges: the classes that the general
  // category does not give. Where the category says symbol or punctuation and the class is left-to-right, the last row but one has it.
  private static let rows: [(BidiClass, String)] = [
    (
      .rightToLeft,
      """
      5BE 5C0 5C3 5C6 5D0-5F4 7C0-7EA 7F4-7F5 7FA 7FE-815 81A 824 828 830-858 85E 200F FB1D FB1F-FB28 FB2A-FB4F 10800-1091B \
      10920-10A00 10A10-10A35 10A40-10AE4 10AEB-10B35 10B40-10CFF 10E80-10EA9 10EAD-10EB1 10F00-10F27 10F70-10F81 \
      10F86-10FF6 1E800-1E8CF 1E900-1E943 1E94B-1E95F
      """
    ),
    (
      .arabicLetter,
      """
      608 60B 60D 61B-64A 66D-66F 671-6D5 6E5-6E6 6EE-6EF 6FA-710 712-72F 74D-7A5 7B1 860-88E 8A0-8C9 FB50-FD3D FD50-FDC7 \
      FDF0-FDFC FE70-FEFC 10D00-10D23 10F30-10F45 10F51-10F59 1EC71-1EEBB
      """
    ),
    (
      .europeanNumber, "30-39 B2-B3 B9 6F0-6F9 2070 2074-2079 2080-2089 2488-249B FF10-FF19 102E1-102FB 1D7CE-1D7FF 1F100-1F10A 1FBF0-1FBF9"
    ),
    (.arabicNumber, "600-605 660-669 66B-66C 6DD 890-891 8E2 10D30-10D39 10E60-10E7E"),
    (.europeanSeparator, "2B 2D 207A-207B 208A-208B 2212 FB29 FE62-FE63 FF0B FF0D"),
    (
      .europeanTerminator,
      """
      23-25 A2-A5 B0-B1 58F 609-60A 66A 9F2-9F3 9FB AF1 BF9 E3F 17DB 2030-2034 20A0-20C0 212E 2213 A838-A839 FE5F FE69-FE6A \
      FF03-FF05 FFE0-FFE1 FFE5-FFE6 11FDD-11FE0 1E2FF
      """
    ),
    (.commonSeparator, "2C 2E-2F 3A A0 60C 202F 2044 FE50 FE52 FE55 FF0C FF0E-FF0F FF1A"),
    (.paragraphSeparator, "A D 1C-1E 85 2029"),
    (.segmentSeparator, "9 B 1F"),
    (.blank, "C 20 1680 2000-200A 2028 205F 3000"),
    (.boundaryNeutral, "0-8 E-1B 7F-84 86-9F AD 180E 200B-200D 2060-2064 206A-206F FEFF 1BCA0-1BCA3 1D173-1D17A E0001 E0020-E007F"),
    (.leftToRightEmbedding, "202A"),
    (.leftToRightOverride, "202D"),
    (.rightToLeftEmbedding, "202B"),
    (.rightToLeftOverride, "202E"),
    (.popEmbedding, "202C"),
    (.leftToRightIsolate, "2066"),
    (.rightToLeftIsolate, "2067"),
    (.firstStrongIsolate, "2068"),
    (.popIsolate, "2069"),
    (
      .leftToRight,
      """
      482 55A-589 964-970 9FA 9FD A76 AF0 B70 C77 C7F C84 CBF-CC6 D4F D79 DF4 E4F-E5B F01-F17 F1A-F34 F36 F38 F85 FBE-FC5 \
      FC7-FDA 104A-104F 109E-10FB 1360-1368 166D-166E 16EB-16ED 1735-1736 17D4-17DA 1A1E-1A1F 1AA0-1AAD 1B5A-1B6A 1B74-1B7E \
      1BFC-1BFF 1C3B-1CC7 1CD3 214F 2336-237A 2395 249C-24E9 26AC 2800-28FF 2D70 3190-319F 3200-321C 322A-3247 3260-327B \
      327F-32B0 32C0-32CB 32D0-3376 337B-33DD 33E0-33FE A4FE-A4FF A6F2-A6F7 A789-A78A A836-A837 A8CE-A8CF A8F8-A8FC \
      A92E-A92F A95F A9C1-A9DF AA5C-AA79 AADE-AADF AAF0-AAF1 AB5B ABEB 10100 10102-1013F 1018D-1018E 101D0-101FC 1039F-1056F \
      11047-1104D 110BB-110C1 11140-11143 11174-11175 111C5-111C8 111CD 111DB-111DF 11238-1123D 112A9 1144B-1145D 114C6 \
      115C1-115D7 11641-11643 116B9 1173C-1173F 1183B 11944-11946 119E2 11A07-11A08 11A3F-11A46 11A9A-11B09 11C3F-11C71 \
      11EF7-11EF8 11F43-11F4F 11FFF-12FF2 16A6E-16A6F 16AF5 16B37-16E9A 1BC9C 1BC9F 1CF50-1D164 1D16A-1D16C 1D183-1D184 \
      1D18C-1D1A9 1D1AE-1D1E8 1D6C1 1D6FB 1D735 1D76F 1D7A9 1D800-1D9FF 1DA37-1DA3A 1DA6D-1DA74 1DA76-1DA83 1DA85-1DA8B \
      1E14F 1F110-1F12E 1F130-1F169 1F170-1F1AC 1F1E6-1F251
      """
    ),
    (
      .neutral,
      """
      BC-BE 2B9-2BA 2C6-2CF 2EC 374 C78-C7E 17F0-17F9 2150-215F 2189 2460-2487 24EA-24FF 2776-2793 2CFD 2E2F 3251-325F \
      32B1-32BF A67F A717-A71F A788 FFF9-FFFB 10140-1018B 11052-11065 1F10B-1F10C
      """
    ),
  ]
}
