import ContactorTrace

/// Hands a writer's blocks to a store, and counts their bytes.
struct StoreSink: ByteSink {
  let store: RecordingStore
  /// How many bytes went to the present segment.
  private(set) var size: Int64 = 0

  init(_ store: RecordingStore) { self.store = store }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    size += Int64(bytes.count)
    store.write(Array(bytes))
  }

  /// Does nothing: the store sees to it.
  mutating func synchronize() throws(TraceError) {}
}
