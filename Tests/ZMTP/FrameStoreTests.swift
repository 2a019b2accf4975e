import Testing
import ZMTP

struct FrameStoreTests {
    @Test func `a store that was full releases most of its memory`() {
        let store = FrameStore()
        let message = [UInt8](repeating: 1, count: 2_000)
        let slots = (0..<20_000).map { _ in message.withUnsafeBytes { store.insert($0) } }
        #expect(store.byteCount == 40_000_000)
        for slot in slots { store.release(slot) }
        #expect(store.byteCount == 0)
        #expect(store.retainedByteCount > 0)
        #expect(store.retainedByteCount <= 4 << 20)
    }

    @Test func `a reused slot releases memory that is too small`() {
        let store = FrameStore()
        let (first, second) = ([UInt8](repeating: 1, count: 10), [UInt8](repeating: 2, count: 100_000))
        store.release(first.withUnsafeBytes { store.insert($0) })
        #expect(store.retainedByteCount == FrameStore.memory(ofMessage: 10))
        let slot = second.withUnsafeBytes { store.insert($0) }
        #expect(store.retainedByteCount == 0)
        #expect(store.wire(slot).elementsEqual(second))
        store.release(slot)
        #expect(store.retainedByteCount == 0)
    }
}
