import Testing

@testable import ContactorInput

@Suite struct KernelBitsTests {
  @Test func `words stand with the most significant first`() {
    // A touchscreen of hid-multitouch: ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, _Y, ABS_MT_TRACKING_ID.
    let axes = KernelBits("260800000000003\n", wordBits: 64)
    #expect(axes.contains(KernelBits.x))
    #expect(axes.contains(KernelBits.slot))
    #expect(axes.contains(KernelBits.multitouchX))
    #expect(!axes.contains(2))
    let keys = KernelBits("400 0 0 0 0 0", wordBits: 64)
    #expect(keys.contains(KernelBits.touch))
    #expect(!keys.contains(KernelBits.pen))
  }

  @Test func `words of a 32-bit kernel`() {
    #expect(KernelBits("2608000 3", wordBits: 32).contains(KernelBits.multitouchX))
  }

  @Test func `nothing and nonsense are empty`() {
    #expect(!KernelBits("").contains(0))
    #expect(!KernelBits("zz").contains(0))
    #expect(!KernelBits("1").contains(4000))
  }
}
