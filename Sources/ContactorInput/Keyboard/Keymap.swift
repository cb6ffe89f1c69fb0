internal import CLibxkbcommon
internal import Glibc

/// The names by which XKB chooses a keymap.
///
/// An empty one is that of the environment, `XKB_DEFAULT_RULES`, `…_MODEL`, `…_LAYOUT`, `…_VARIANT` and `…_OPTIONS`, else
/// libxkbcommon's default, a US keyboard of 105 keys.
public struct KeymapNames: Hashable, Sendable {
  /// The rules, such as `evdev`.
  public var rules: String
  /// The keyboard's model, such as `pc105`.
  public var model: String
  /// The layouts, separated by commas, such as `de` or `us,ru`.
  public var layout: String
  /// A variant for each layout, separated by commas, such as `nodeadkeys`.
  public var variant: String
  /// Options, separated by commas, such as `grp:alt_shift_toggle`.
  public var options: String

  /// Creates names.
  public init(rules: String = "", model: String = "", layout: String = "", variant: String = "", options: String = "") {
    self.rules = rules
    self.model = model
    self.layout = layout
    self.variant = variant
    self.options = options
  }

  /// The name, or that of the environment; empty for libxkbcommon's default.
  private static func chosen(_ name: String, _ variable: String) -> String {
    if !name.isEmpty { return name }
    guard let value = unsafe getenv(variable) else { return "" }
    return unsafe String(cString: value)
  }

  /// The layouts that are meant.
  var chosenLayout: String { Self.chosen(layout, "XKB_DEFAULT_LAYOUT") }
  /// The variants that are meant; those of the environment belong to its layouts.
  var chosenVariant: String { layout.isEmpty ? Self.chosen(variant, "XKB_DEFAULT_VARIANT") : variant }

  /// The names of each layout by itself.
  var single: [KeymapNames] {
    let layouts = chosenLayout.split(separator: ",", omittingEmptySubsequences: false)
    let variants = chosenVariant.split(separator: ",", omittingEmptySubsequences: false)
    return layouts.enumerated().map { index, layout in
      KeymapNames(
        rules: rules, model: model, layout: String(layout), variant: index < variants.count ? String(variants[index]) : "",
        options: options)
    }
  }
}

extension InputError.Code {
  /// There is no such keymap, or XKB's files are missing.
  public static let keymap = InputError.Code(description: "keymap")
  /// The node is not a keyboard.
  public static let notAKeyboard = InputError.Code(description: "notAKeyboard")
}

/// What the keys of a keyboard mean: a keymap of XKB, and the sequences of dead keys and the compose key.
///
/// Any number of `KeyTranslator`s share one. The corresponding C functions are `xkb_keymap_new_from_names()` and
/// `xkb_compose_table_new_from_locale()`.
@safe public final class Keymap {
  /// The names from which it was made.
  public let names: KeymapNames
  /// Why dead keys and the compose key type nothing; `nil` if they work.
  public let composeProblem: InputError?

  private let context: OpaquePointer
  let pointer: OpaquePointer
  let composeTable: OpaquePointer?

  /// Compiles a keymap.
  ///
  /// - Parameter locale: the locale of dead keys and the compose key; `nil` for that of the environment (`LC_ALL`, `LC_CTYPE`, `LANG`),
  ///   with `en_US.UTF-8` in place of `C` and of none.
  /// - Throws: `InputError` with the code `keymap` if XKB's files are missing or name no such keymap.
  public init(_ names: KeymapNames = KeymapNames(), locale: String? = nil) throws(InputError) {
    guard let context = unsafe Self.makeContext() else { throw InputError.noKeymapFiles }
    guard let keymap = unsafe Self.compile(names, context) else {
      let problem = unsafe Self.problem(of: names, context)
      unsafe xkb_context_unref(context)
      throw problem
    }
    let locale = locale ?? Self.environmentLocale
    unsafe composeTable = unsafe xkb_compose_table_new_from_locale(context, locale, XKB_COMPOSE_COMPILE_NO_FLAGS)
    composeProblem = unsafe composeTable == nil ? InputError.noComposeFile(locale) : nil
    self.names = names
    unsafe self.context = unsafe context
    unsafe pointer = unsafe keymap
  }

  deinit {
    if let table = unsafe composeTable { unsafe xkb_compose_table_unref(table) }
    unsafe xkb_keymap_unref(pointer)
    unsafe xkb_context_unref(context)
  }

  /// Whether XKB repeats a key of the kernel's code.
  public func repeats(_ code: UInt16) -> Bool { unsafe xkb_keymap_key_repeats(pointer, Self.key(code)) == 1 }

  /// XKB's number of a kernel's key: they differ by 8, the lowest number of X11's protocol.
  static func key(_ code: UInt16) -> xkb_keycode_t { xkb_keycode_t(code) + 8 }

  /// A context that does not write on standard error.
  private static func makeContext() -> OpaquePointer? {
    guard let context = unsafe xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
    unsafe xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    return unsafe context
  }

  private static func compile(_ names: KeymapNames, _ context: OpaquePointer) -> OpaquePointer? {
    unsafe names.rules.withCString { rules in
      unsafe names.model.withCString { model in
        unsafe names.layout.withCString { layout in
          unsafe names.variant.withCString { variant in
            unsafe names.options.withCString { options in
              var choice = unsafe xkb_rule_names(
                rules: names.rules.isEmpty ? nil : rules, model: names.model.isEmpty ? nil : model,
                layout: names.layout.isEmpty ? nil : layout, variant: names.variant.isEmpty ? nil : variant,
                options: names.options.isEmpty ? nil : options)
              return unsafe xkb_keymap_new_from_names(context, &choice, XKB_KEYMAP_COMPILE_NO_FLAGS)
            }
          }
        }
      }
    }
  }

  /// Finds out which of the names does not exist.
  private static func problem(of names: KeymapNames, _ context: OpaquePointer) -> InputError {
    let culprit = names.single.first { unsafe !exists($0, context) }
    guard let culprit else { return .noKeymap(names.chosenLayout, variant: names.chosenVariant, rules: names.rules) }
    var plain = culprit
    plain.variant = ""
    let isVariant = unsafe !culprit.variant.isEmpty && exists(plain, context)
    return .noKeymap(culprit.layout, variant: isVariant ? culprit.variant : "", rules: names.rules)
  }

  private static func exists(_ names: KeymapNames, _ context: OpaquePointer) -> Bool {
    guard let keymap = unsafe compile(names, context) else { return false }
    unsafe xkb_keymap_unref(keymap)
    return true
  }

  private static var environmentLocale: String {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = unsafe getenv(name) else { continue }
      let locale = unsafe String(cString: value)
      // The plain locales know no letters with accents.
      if !locale.isEmpty { return locale == "C" || locale == "POSIX" || locale.hasPrefix("C.") ? "en_US.UTF-8" : locale }
    }
    return "en_US.UTF-8"
  }
}

extension InputError {
  /// XKB's files are not installed.
  static var noKeymapFiles: InputError {
    InputError(
      .keymap, place: "/usr/share/X11/xkb",
      message: "there are no keymaps; install the package xkb-data, or set XKB_CONFIG_ROOT to the folder that has them")
  }

  /// A layout, or its variant, does not exist.
  static func noKeymap(_ layout: String, variant: String, rules: String) -> InputError {
    let name = layout.isEmpty ? "us" : layout
    let what = variant.isEmpty ? "layout '\(name)'" : "variant '\(variant)' of the layout '\(name)'"
    let list = rules.isEmpty ? "base" : rules
    return InputError(
      .keymap, place: "XKB",
      message: "there is no keymap of the \(what); /usr/share/X11/xkb/rules/\(list).lst lists all, "
        + "such as us, gb, de, fr, ru, and XKB_DEFAULT_LAYOUT and XKB_DEFAULT_VARIANT choose one")
  }

  /// There are no sequences of dead keys for a locale.
  static func noComposeFile(_ locale: String) -> InputError {
    InputError(
      .keymap, place: "/usr/share/X11/locale",
      message: "dead keys and the compose key type nothing, because there is no Compose file of the locale '\(locale)'; "
        + "install the package libx11-data, or set LC_CTYPE to a locale that has one, such as en_US.UTF-8")
  }
}
