// The functions have the names of contactor.h, and are documented there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CContactorAPI
import ContactorControls
import ContactorCore

extension ScrollView {
  static func field(_ property: contactor_property) -> Field<ScrollView>? {
    switch property {
    case CONTACTOR_SCROLL_ENABLED: .flag(\.isScrollEnabled)
    case CONTACTOR_BOUNCES: .flag(\.bounces)
    case CONTACTOR_PAGING: .flag(\.isPagingEnabled)
    case CONTACTOR_DIRECTIONAL_LOCK: .flag(\.isDirectionalLockEnabled)
    case CONTACTOR_DECELERATION:
      .both({ $0.decelerationRate.rawValue }, { $0.decelerationRate = DecelerationRate(rawValue: min(max($1, 0), 0.999_999)) })
    case CONTACTOR_DELAYS_TOUCHES: .flag(\.delaysContentTouches)
    case CONTACTOR_DRAGGING: .read { $0.isDragging.number }
    case CONTACTOR_DECELERATING: .read { $0.isDecelerating.number }
    case CONTACTOR_TRACKING: .read { $0.isTracking.number }
    case CONTACTOR_ZOOM: .number(\.zoomScale)
    case CONTACTOR_MINIMUM_ZOOM: .number(\.minimumZoomScale)
    case CONTACTOR_MAXIMUM_ZOOM: .number(\.maximumZoomScale)
    default: nil
    }
  }
}

extension TableView {
  static func tableField(_ property: contactor_property) -> Field<TableView>? {
    switch property {
    case CONTACTOR_COUNT: .read { Double($0.numberOfAllRows) }
    case CONTACTOR_ROW_HEIGHT: .number(\.rowHeight)
    case CONTACTOR_HEADER_HEIGHT: .number(\.sectionHeaderHeight)
    case CONTACTOR_ALLOWS_SELECTION: .flag(\.allowsSelection)
    case CONTACTOR_MULTIPLE_SELECTION: .flag(\.allowsMultipleSelection)
    case CONTACTOR_EDITING: .flag(\.isEditing)
    case CONTACTOR_SELECTED_ROW: .read { Double($0.indexPathForSelectedRow?.row ?? -1) }
    default: nil
    }
  }
}

extension CollectionView {
  static func collectionField(_ property: contactor_property) -> Field<CollectionView>? {
    switch property {
    case CONTACTOR_COUNT: .read { Double($0.numberOfItems) }
    case CONTACTOR_HEADER_HEIGHT: .number(\.sectionHeaderHeight)
    case CONTACTOR_ALLOWS_SELECTION: .flag(\.allowsSelection)
    case CONTACTOR_MULTIPLE_SELECTION: .flag(\.allowsMultipleSelection)
    default: nil
    }
  }
}

extension PageView {
  static func pageField(_ property: contactor_property) -> Field<PageView>? {
    switch property {
    case CONTACTOR_VALUE: .whole(\.currentPage)
    case CONTACTOR_COUNT: .read { Double($0.numberOfPages) }
    case CONTACTOR_VERTICAL: .flag(\.isVertical)
    default: nil
    }
  }
}

extension Browser {
  static func browserField(_ property: contactor_property) -> Field<Browser>? {
    switch property {
    case CONTACTOR_COUNT: .read { Double($0.numberOfColumns) }
    case CONTACTOR_COLUMN_WIDTH: .number(\.columnWidth)
    case CONTACTOR_SELECTED_COLUMN: .read { Double($0.selectedColumn) }
    default: nil
    }
  }
}

extension TableViewCell {
  static func field(_ property: contactor_property) -> Field<TableViewCell>? {
    switch property {
    case CONTACTOR_SELECTED: .flag(\.isSelected)
    case CONTACTOR_HIGHLIGHTED: .flag(\.isHighlighted)
    case CONTACTOR_ACCESSORY:
      .both({ Double(accessories.firstIndex(of: $0.accessory) ?? 0) }, { $0.accessory = try choice(accessories, $1) })
    default: nil
    }
  }

  private static let accessories: [Accessory] = [.none, .disclosure, .checkmark, .detail]
}

// MARK: - Rectangles

extension Engine {
  /// A rectangle of an object; `nil` if it has no such rectangle.
  func rect(_ property: contactor_property, of object: AnyObject) -> Rect? {
    guard let view = object as? View else { return nil }
    switch (property, view) {
    case (CONTACTOR_FRAME, _): return view.frame
    case (CONTACTOR_BOUNDS, _): return view.bounds
    case (CONTACTOR_FRAME_IN_WINDOW, _): return view.convert(view.bounds, to: nil)
    case (CONTACTOR_CONTENT_SIZE, let view as ScrollView): return Rect(origin: .zero, size: view.contentSize)
    case (CONTACTOR_CONTENT_SIZE, let view as TextControl): return Rect(origin: .zero, size: view.contentSize)
    case (CONTACTOR_CONTENT_OFFSET, let view as ScrollView): return Rect(origin: view.contentOffset, size: .zero)
    case (CONTACTOR_CONTENT_OFFSET, let view as TextControl): return Rect(origin: view.contentOffset, size: .zero)
    case (CONTACTOR_ITEM_SIZE, let view as CollectionView): return Rect(origin: .zero, size: view.itemSize)
    case (CONTACTOR_ITEM_SIZE, let view as Matrix): return Rect(origin: .zero, size: view.cellSize)
    case (CONTACTOR_ITEM_SPACING, let view as CollectionView): return Rect(origin: .zero, size: view.spacing)
    case (CONTACTOR_ITEM_SPACING, let view as Matrix): return Rect(origin: .zero, size: view.intercellSpacing)
    default: return nil
    }
  }

  /// Sets a rectangle of an object; returns whether it has one that can be set.
  func setRect(_ property: contactor_property, of object: AnyObject, to rect: Rect) -> Bool {
    guard let view = object as? View else { return false }
    switch (property, view) {
    case (CONTACTOR_FRAME, _): view.frame = rect
    case (CONTACTOR_BOUNDS, _): view.bounds = rect
    // Lists have the content that their rows make.
    case (CONTACTOR_CONTENT_SIZE, let view as ScrollView) where !(view is any ListView || view is PageView): view.contentSize = rect.size
    case (CONTACTOR_CONTENT_OFFSET, let view as ScrollView): view.contentOffset = rect.origin
    case (CONTACTOR_ITEM_SIZE, let view as CollectionView): view.itemSize = rect.size
    case (CONTACTOR_ITEM_SIZE, let view as Matrix): view.cellSize = rect.size
    case (CONTACTOR_ITEM_SPACING, let view as CollectionView): view.spacing = rect.size
    case (CONTACTOR_ITEM_SPACING, let view as Matrix): view.intercellSpacing = rect.size
    default: return false
    }
    return true
  }
}

@c @implementation
public func contactor_set_rect(
  _ object: UnsafeMutableRawPointer?, _ property: contactor_property, _ rect: contactor_rect
) -> contactor_result {
  attempt {
    let (engine, object) = unsafe try findAny(object)
    let rect = try rect.checked()
    try engine.run {
      guard engine.setRect(property, of: object, to: rect) else {
        throw Failure(CONTACTOR_ERROR_PROPERTY, "this object has no rectangle \(property.rawValue) that can be set")
      }
    }
  }
}

@c @implementation
public func contactor_get_rect(
  _ object: UnsafeMutableRawPointer?, _ property: contactor_property, _ rect: UnsafeMutablePointer<contactor_rect>?
) -> contactor_result {
  attempt {
    let (engine, object) = unsafe try findAny(object)
    guard let rect = unsafe rect else { throw Failure.null("rect") }
    guard let found = engine.rect(property, of: object) else {
      throw Failure(CONTACTOR_ERROR_PROPERTY, "this object has no rectangle \(property.rawValue)")
    }
    unsafe rect.pointee = contactor_rect(found)
  }
}
