import ContactorControls
import ContactorCore

extension Operation {
  /// Lists with strict data sources: each operation changes the arrays and then the list, with nothing between.
  static let lists: [Operation] = makingLists + changingLists + usingLists

  private static let list = Domain([.list])

  private static let makingLists: [Operation] = [
    Operation("makeList", "$0 = \(frame)", [Domain(new: .list)] + Domain.rect, weight: 1, inside: 1) { arguments in
      let (world, name) = (arguments.world, arguments.name(0))
      let frame = arguments.rect(1)
      let made = Script(world, name).making { () -> View in
        switch name.number % Kind.strictClasses {
        case 0: StrictTable(frame: frame)
        case 1: StrictGrid(frame: frame)
        default: StrictOutline(frame: frame)
        }
      }
      world.put(made, at: name)
    }
  ]

  private static let frame = "strictList(frame: Rect(x: $1, y: $2, width: $3, height: $4))"

  private static let changingLists: [Operation] = [
    change("fillList", "fill([$1, $2])", [.count, .count], weight: 3) { list, arguments in
      let counts = [arguments.amount(1), arguments.amount(2)]
      list.rows.fill(counts)
      list.reloadAll()
    },
    change("emptyList", "fill([])", [], weight: 3) { list, _ in
      list.rows.fill([])
      list.reloadAll()
    },
    change("insertInList", "insert($1, at: $2)", [.count, .index], weight: 3) { list, arguments in
      list.insert(list.rows.insert(arguments.amount(1), at: arguments.amount(2)))
    },
    change("deleteFromList", "delete($1, at: $2)", [.count, .index], weight: 4) { list, arguments in
      list.delete(list.rows.delete(arguments.amount(1), at: arguments.amount(2)))
    },
    change("moveInList", "move($1, to: $2)", [.index, .index]) { list, arguments in
      if let (source, destination) = list.rows.move(arguments.amount(1), to: arguments.amount(2)) { list.move(source, destination) }
    },
    change("reloadInList", "replace($1)", [.index]) { list, arguments in list.reload(list.rows.replace(arguments.amount(1))) },
    change("batchInList", "batch($1, $2)", [.index, .index]) { list, arguments in
      let gone = list.rows.delete(2, at: arguments.amount(1))
      let new = list.rows.insert(1, at: arguments.amount(2))
      list.performBatchUpdates {
        list.insert(new)
        list.delete(gone)
      }
    },
    change("insertListSection", "insertSection($1)", [.index]) { list, arguments in
      let section = list.rows.insertSection(arguments.amount(1))
      // An outline has one section.
      if list is StrictOutline { list.reloadAll() } else { list.insertSections(RangeSet(section..<section + 1)) }
    },
    change("deleteListSection", "deleteSection($1)", [.index]) { list, arguments in
      guard let section = list.rows.deleteSection(arguments.amount(1)) else { return }
      if list is StrictOutline { list.reloadAll() } else { list.deleteSections(RangeSet(section..<section + 1)) }
    },
  ]

  private static func change(
    _ name: String, _ text: String, _ domains: [Domain], weight: Int = 2,
    _ body: @escaping @Sendable (any StrictList, Arguments) -> Void
  ) -> Operation {
    Operation(name, "$0.\(text)", [list] + domains, weight: weight, inside: weight * 2) { arguments in
      if let list = arguments.world.object(arguments.operands[0]) as? any StrictList { body(list, arguments) }
    }
  }

  private static let usingLists: [Operation] = [
    change("selectInList", "select($1)", [.index]) { list, arguments in list.select(arguments.amount(1)) },
    change("scrollList", "setContentOffset(Point(x: 0, y: $1), animated: $2)", [.extent, .flag]) { list, arguments in
      list.setContentOffset(Point(x: 0, y: arguments.value(1, .extents)), animated: arguments.flag(2))
    },
    change("removeListCells", "removeCells()", [], weight: 1) { list, _ in list.removeCells() },
    change("expandInList", "expand(TreeItem($1))", [.index]) { list, arguments in
      guard let outline = list as? StrictOutline, let item = outline.item(atRow: arguments.amount(1)) else { return }
      if !outline.expandItem(item) { outline.collapseItem(item) }
    },
    change("useList", "isEditing.toggle(), editRow(at: $1)", [.index, .flag]) { list, arguments in
      guard let table = list as? TableView else { return }
      if arguments.flag(2) { table.isEditing.toggle() } else { table.editRow(at: IndexPath(row: arguments.amount(1))) }
      table.editingField?.insertText("x")
    },
    change("activateInList", "performAccessibility(.activate, at: $1)", [.index], weight: 1) { list, arguments in
      _ = list.performAccessibility(.activate, at: arguments.amount(1))
    },
    change("severalInList", "allowsMultipleSelection = $1", [.flag], weight: 1) { list, arguments in
      (list as? TableView)?.allowsMultipleSelection = arguments.flag(1)
      (list as? CollectionView)?.allowsMultipleSelection = arguments.flag(1)
    },
  ]
}

extension Arguments {
  /// A number of rows, 0 … 100.
  fileprivate func amount(_ position: Int) -> Int {
    let count = domainIsCount(position) ? self.count(position) : value(position, .indices) ?? 0
    return min(max(count, 0), 100)
  }

  private func domainIsCount(_ position: Int) -> Bool {
    if case .value(let texts) = operation.domain(position).meaning { return texts == ValueList<Int>.counts.texts }
    return false
  }
}
