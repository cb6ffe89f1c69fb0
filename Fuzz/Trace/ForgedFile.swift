/// A file in Contactor's own format with right checksums, so that the fuzzer gets behind them.
///
/// The content is that of one block; or, where its last byte is above 0xbf, of two, of which the first is so long as the
/// byte's lower bits say. A last byte of 0xff leaves a number out between the blocks.
func forged(_ content: [UInt8]) -> [UInt8] {
  var file = ByteBuffer()
  file.append(contentsOf: TraceFormat.magic)
  file.append(fixed: TraceFormat.major)
  file.append(fixed: TraceFormat.minor)
  let checksum = file.bytes.withUnsafeBytes { CRC32C.checksum($0) }
  file.append(fixed: checksum)
  guard let last = content.last, last > 0xbf else { return file.bytes + block(content[...], number: 0) }
  let cut = min(Int(last & 0x3f), content.count - 1)
  return file.bytes + block(content[..<cut], number: 0) + block(content[cut...].dropLast(), number: last == 0xff ? 2 : 1)
}

/// A block by the letter of `Documentation/TraceFormat.md`.
private func block(_ content: ArraySlice<UInt8>, number: UInt32) -> [UInt8] {
  var header = ByteBuffer()
  header.append(contentsOf: TraceFormat.blockMagic)
  header.append(fixed: UInt32(content.count))
  header.append(fixed: number)
  // Times, how many events, flags.
  for _ in 0..<3 { header.append(fixed: UInt64(0)) }
  header.append(fixed: content.withUnsafeBytes { CRC32C.checksum($0) })
  let checksum = header.bytes.withUnsafeBytes { CRC32C.checksum($0) }
  header.append(fixed: checksum)
  precondition(header.count == TraceFormat.blockHeaderSize)
  return header.bytes + content
}
