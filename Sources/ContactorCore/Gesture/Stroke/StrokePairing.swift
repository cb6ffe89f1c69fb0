/// Pairs the points of two clouds, and remembers nothing between two pairs of clouds but its memory.
///
/// The method is that of $P (Vatavu, Anthony and Wobbrock, 2012): each point of one cloud, in turn, takes the nearest point of the other
/// that is still free, from several starting points of either cloud; the first pairs weigh most, and the best pairing counts. A
/// pairing that cannot become the best is left early: it is at least as long as it would be if several points could take the same one.
@safe
struct StrokePairing {
  private static let count = StrokeCloud.count
  /// Every fourth point is a starting point.
  private static let stride = 4
  private static let starts = count / stride
  /// The sum of the weights of the pairs: 32 for the first, 1 for the last.
  private static let weights = Float(count * (count + 1) / 2)

  // Where things lie in the memory, counted in numbers.
  private static let rows = count * count
  private static let columns = rows + count
  private static let taken = columns + count
  private static let rowBounds = taken + count
  private static let columnBounds = rowBounds + starts
  private static let size = columnBounds + starts

  /// The squared distances of all pairs of points, a row for each point of the first cloud, with the number of the other point in their
  /// last five bits; then the rest.
  private let memory: UnsafeMutablePointer<Float>

  /// Calls the body with memory for pairings.
  static func using<Result>(_ body: (StrokePairing) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(byteCount: size * MemoryLayout<Float>.stride, alignment: 16) { bytes in
      let memory = unsafe bytes.bindMemory(to: Float.self)
      unsafe memory.initialize(repeating: 0)
      return unsafe body(StrokePairing(memory: memory.baseAddress.unsafelyUnwrapped))
    }
  }

  private init(memory: UnsafeMutablePointer<Float>) {
    unsafe self.memory = memory
  }

  /// The distance of two clouds if it is below the limit, otherwise the limit: the weighted mean distance of each point from its partner.
  ///
  /// - Complexity: O(n² √n): 16 pairings of 32 points at most.
  func distance(from one: StrokeCloud, to other: StrokeCloud, below limit: Float) -> Float {
    typealias Part = StrokePairing
    let bound = limit * Part.weights
    var best = bound
    fill(one, other)
    findNearest()
    let row = findBounds(of: Part.rows, into: Part.rowBounds)
    let column = findBounds(of: Part.columns, into: Part.columnBounds)
    if row < best { findBest(&best, nearest: Part.rows, bounds: Part.rowBounds) }
    if column < best {
      fill(other, one)
      findBest(&best, nearest: Part.columns, bounds: Part.columnBounds)
    }
    return best < bound ? best / Part.weights : limit
  }

  private func findBest(_ best: inout Float, nearest: Int, bounds: Int) {
    for number in 0..<StrokePairing.starts {
      let bound = unsafe memory[bounds + number]
      if bound < best { best = min(best, pairing(from: number * StrokePairing.stride, nearest: nearest, bound: bound, below: best)) }
    }
  }

  private func fill(_ one: StrokeCloud, _ other: StrokeCloud) {
    let count = StrokePairing.count
    unsafe one.coordinates.withUnsafeBufferPointer { mine in
      unsafe other.coordinates.withUnsafeBufferPointer { theirs in
        for index in 0..<count {
          let (x, y) = unsafe (mine[index], mine[count &+ index])
          for partner in 0..<count {
            let (across, down) = unsafe (theirs[partner] - x, theirs[count &+ partner] - y)
            // The least of a row then brings its number along. The error, a part in 2¹⁸, counts nowhere.
            let bits = (across * across + down * down).bitPattern & ~31 | UInt32(truncatingIfNeeded: partner)
            unsafe memory[index &* count &+ partner] = Float(bitPattern: bits)
          }
        }
      }
    }
  }

  /// Four numbers of the memory.
  @inline(__always)
  private func four(_ index: Int) -> SIMD4<Float> {
    unsafe UnsafeRawPointer(memory + index).load(as: SIMD4<Float>.self)
  }

  /// The distance of each point to the nearest of the other cloud.
  private func findNearest() {
    typealias Part = StrokePairing
    for row in 0..<Part.count {
      let place = row &* Part.count
      let low = least(least(four(place), four(place &+ 4)), least(four(place &+ 8), four(place &+ 12)))
      let high = least(least(four(place &+ 16), four(place &+ 20)), least(four(place &+ 24), four(place &+ 28)))
      unsafe memory[Part.rows &+ row] = least(of: least(low, high)).squareRoot()
    }
    for column in Swift.stride(from: 0, to: Part.count, by: 4) {
      var low = four(column)
      for row in 1..<Part.count { low = least(low, four(row &* Part.count &+ column)) }
      unsafe UnsafeMutableRawPointer(memory + Part.columns + column).storeBytes(of: low.squareRoot(), as: SIMD4<Float>.self)
    }
  }

  /// The least that a pairing from each start can be; returns the least of them.
  private func findBounds(of nearest: Int, into bounds: Int) -> Float {
    typealias Part = StrokePairing
    var total = SIMD4<Float>.zero
    var weighted = SIMD4<Float>.zero
    var weight = SIMD4<Float>(32, 31, 30, 29)
    for place in Swift.stride(from: nearest, to: nearest + Part.count, by: 4) {
      total += four(place)
      weighted += four(place) * weight
      weight -= SIMD4(repeating: 4)
    }
    let sum = total.sum()
    var bound = weighted.sum()
    var lowest = Float.infinity
    for number in 0..<Part.starts {
      unsafe memory[bounds &+ number] = bound
      lowest = min(lowest, bound)
      // From the next start, these four points come last, and the others weigh four more.
      bound += 4 * sum - Float(Part.count) * four(nearest &+ number &* Part.stride).sum()
    }
    return lowest
  }

  /// The sum of a pairing, or a number that is not below the limit.
  private func pairing(from start: Int, nearest: Int, bound: Float, below limit: Float) -> Float {
    typealias Part = StrokePairing
    let taken = Part.taken
    for index in 0..<Part.count { unsafe memory[taken &+ index] = 0 }
    var sum = bound
    var weight = Float(Part.count)
    var index = start
    for _ in 0..<Part.count {
      let place = index &* Part.count
      let low = least(least(free(place, 0), free(place, 4)), least(free(place, 8), free(place, 12)))
      let high = least(least(free(place, 16), free(place, 20)), least(free(place, 24), free(place, 28)))
      let found = least(of: least(low, high))
      unsafe memory[taken &+ Int(found.bitPattern & 31)] = .infinity
      sum += (found.squareRoot() - (unsafe memory[nearest &+ index])) * weight
      if sum >= limit { return sum }
      weight -= 1
      index = (index &+ 1) & (Part.count - 1)
    }
    return sum
  }

  /// Four squared distances of a row; infinite to points that are taken.
  @inline(__always)
  private func free(_ place: Int, _ index: Int) -> SIMD4<Float> {
    four(place &+ index) + four(StrokePairing.taken &+ index)
  }

  @inline(__always)
  private func least(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> SIMD4<Float> {
    one.replacing(with: other, where: other .< one)
  }

  @inline(__always)
  private func least(of numbers: SIMD4<Float>) -> Float {
    min(min(numbers.x, numbers.z), min(numbers.y, numbers.w))
  }
}
