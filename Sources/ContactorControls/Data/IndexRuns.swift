/// A set of indices as runs, sorted and apart from each other, in chunks (contract 8.4).
///
/// A million neighbours take as much memory as one. With n runs, a search takes O(log n). A change takes O(√n) at most for a hundred
/// thousand runs: the runs of a chunk, and the chunks. So do insertions in front of all of them, as the runs of a chunk count from its
/// start.
package struct IndexRuns: Equatable {
  /// Neighbouring runs; at least one.
  private struct Chunk {
    /// The number that is added to the bounds of the runs.
    var start: Int
    var runs: ContiguousArray<Range<Int>>

    func lower(_ run: Int) -> Int { start + runs[run].lowerBound }

    func upper(_ run: Int) -> Int { start + runs[run].upperBound }

    func run(_ run: Int) -> Range<Int> { lower(run)..<upper(run) }

    var last: Int { upper(runs.count - 1) }
  }

  /// The place of a run, or behind the last one.
  private struct Place {
    var chunk: Int
    var run: Int
  }

  /// The greatest number of runs in a chunk: 512, 8 KB.
  private static let chunkLimit = 512

  private var chunks: ContiguousArray<Chunk> = []
  /// The number of indices.
  package private(set) var count = 0

  /// Creates an empty set.
  package init() {}

  /// Creates a set of neighbours.
  package init(_ range: Range<Int>) { insert(contentsOf: range) }

  /// Creates a set of the same indices; O(ranges).
  package init(_ set: RangeSet<Int>) {
    for range in set.ranges { insert(contentsOf: range) }
  }

  /// Compares the indices, however they lie in chunks; O(runs).
  package static func == (left: IndexRuns, right: IndexRuns) -> Bool {
    guard left.count == right.count else { return false }
    return left.ranges.elementsEqual(right.ranges)
  }

  // MARK: Reading

  package var isEmpty: Bool { chunks.isEmpty }

  /// The least index.
  package var first: Int? { chunks.first.map { $0.lower(0) } }

  /// The runs, in order.
  package var ranges: some Sequence<Range<Int>> { chunks.lazy.flatMap { chunk in chunk.runs.indices.lazy.map { chunk.run($0) } } }

  /// The same indices as ranges; O(runs).
  package var rangeSet: RangeSet<Int> { RangeSet(ranges) }

  package func contains(_ index: Int) -> Bool {
    let place = place { $0 > index }
    return place.chunk < chunks.count && chunks[place.chunk].lower(place.run) <= index
  }

  /// The first run whose upper bound fulfils a condition that all later ones fulfil, too.
  private func place(_ upperFulfils: (Int) -> Bool) -> Place {
    let chunk = Self.first(in: 0..<chunks.count) { upperFulfils(chunks[$0].last) }
    guard chunk < chunks.count else { return Place(chunk: chunk, run: 0) }
    return Place(chunk: chunk, run: Self.first(in: 0..<chunks[chunk].runs.count) { upperFulfils(chunks[chunk].upper($0)) })
  }

  /// The first number of a range that fulfils a condition that all later ones fulfil, too; the range's upper bound if none does.
  private static func first(in range: Range<Int>, _ fulfils: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if fulfils(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: Inserting and removing

  /// Inserts indices.
  package mutating func insert(contentsOf range: Range<Int>) {
    guard !range.isEmpty else { return }
    var place = place { $0 >= range.lowerBound }
    let touching = removeRuns(from: &place) { $0 > range.upperBound }
    let lower = touching.map { min($0.lowerBound, range.lowerBound) } ?? range.lowerBound
    insert(lower..<(touching.map { max($0.upperBound, range.upperBound) } ?? range.upperBound), at: place)
  }

  /// Removes indices.
  package mutating func remove(contentsOf range: Range<Int>) {
    guard !range.isEmpty else { return }
    var place = place { $0 > range.lowerBound }
    guard let removed = removeRuns(from: &place, until: { $0 >= range.upperBound }) else { return }
    if removed.lowerBound < range.lowerBound { insert(removed.lowerBound..<range.lowerBound, at: place) }
    if removed.upperBound > range.upperBound {
      insert(range.upperBound..<removed.upperBound, at: self.place { $0 > range.upperBound })
    }
  }

  /// Removes runs from a place on until one whose lower bound fulfils a condition; returns the bounds of all of them, `nil` for none.
  ///
  /// The place is then that of the next run, or behind the last.
  private mutating func removeRuns(from place: inout Place, until lowerFulfils: (Int) -> Bool) -> Range<Int>? {
    var bounds: Range<Int>?
    while place.chunk < chunks.count {
      let total = chunks[place.chunk].runs.count
      let end = Self.first(in: place.run..<total) { lowerFulfils(chunks[place.chunk].lower($0)) }
      if end > place.run {
        let upper = chunks[place.chunk].upper(end - 1)
        bounds = (bounds?.lowerBound ?? chunks[place.chunk].lower(place.run))..<upper
        for run in place.run..<end { count -= chunks[place.chunk].runs[run].count }
        chunks[place.chunk].runs.removeSubrange(place.run..<end)
      }
      if end < total { break }
      if chunks[place.chunk].runs.isEmpty { chunks.remove(at: place.chunk) } else { place.chunk += 1 }
      place.run = 0
    }
    return bounds
  }

  /// Inserts a run that touches no other before the run at a place.
  private mutating func insert(_ run: Range<Int>, at place: Place) {
    count += run.count
    var place = place
    if place.chunk == chunks.count {
      guard let last = chunks.indices.last else { return chunks.append(Chunk(start: 0, runs: [run])) }
      place = Place(chunk: last, run: chunks[last].runs.count)
    }
    let start = chunks[place.chunk].start
    chunks[place.chunk].runs.insert(run.lowerBound - start..<run.upperBound - start, at: place.run)
    let total = chunks[place.chunk].runs.count
    guard total > Self.chunkLimit else { return }
    // Runs that come in order fill their chunks.
    let half = place.run == total - 1 ? total - 1 : total / 2
    let rest = Chunk(start: start, runs: ContiguousArray(chunks[place.chunk].runs[half...]))
    chunks[place.chunk].runs.removeSubrange(half...)
    chunks.insert(rest, at: place.chunk + 1)
  }

  // MARK: Numbers that come and go

  /// Makes room for inserted numbers: indices at the range's beginning or after it move up.
  package mutating func makeRoom(for inserted: Range<Int>) {
    var place = place { $0 > inserted.lowerBound }
    guard place.chunk < chunks.count, !inserted.isEmpty else { return }
    let run = chunks[place.chunk].run(place.run)
    if run.lowerBound < inserted.lowerBound {
      _ = removeRuns(from: &place) { $0 >= run.upperBound }
      insert(inserted.lowerBound..<run.upperBound, at: place)
      insert(run.lowerBound..<inserted.lowerBound, at: self.place { $0 > inserted.lowerBound })
      place = self.place { $0 > inserted.lowerBound }
    }
    shift(from: place, by: inserted.count)
  }

  /// Removes numbers: indices among them go, those after them move down.
  package mutating func close(_ removed: Range<Int>) {
    guard !removed.isEmpty else { return }
    remove(contentsOf: removed)
    shift(from: place { $0 > removed.upperBound }, by: -removed.count)
    // Two runs may touch now.
    let place = place { $0 >= removed.lowerBound }
    guard place.chunk < chunks.count, chunks[place.chunk].upper(place.run) == removed.lowerBound else { return }
    let run = chunks[place.chunk].run(place.run)
    remove(contentsOf: run)
    insert(contentsOf: run)
  }

  private mutating func shift(from place: Place, by distance: Int) {
    guard place.chunk < chunks.count else { return }
    for run in place.run..<chunks[place.chunk].runs.count {
      let old = chunks[place.chunk].runs[run]
      chunks[place.chunk].runs[run] = old.lowerBound + distance..<old.upperBound + distance
    }
    for chunk in chunks.indices[(place.chunk + 1)...] { chunks[chunk].start += distance }
  }
}
