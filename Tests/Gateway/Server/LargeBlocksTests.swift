import Gateway
import Glibc
import Testing

/// Tests the setting of the allocator that bounds the memory of stalled clients.
struct LargeBlocksTests {
    /// Less than the largest size to which glibc raises its own limit.
    private static let bytes = 16 << 20
    /// Where a block with pages of its own begins in its first page: after its size and that of the block before it.
    private static let offsetInPage = 2 * MemoryLayout<Int>.size

    /// Returns where a new block begins in its page, and frees it.
    private static func offset(_ count: Int) throws -> Int {
        let block = try #require(malloc(count))
        defer { free(block) }
        return Int(bitPattern: block) % sysconf(Int32(_SC_PAGESIZE))
    }

    @Test func `a large block goes back to the system, even after a larger one was freed`() throws {
        LargeBlocks.giveBackWhenFreed()
        #expect(try Self.offset(Self.bytes) == Self.offsetInPage)
        // Without the setting, this one would come from the heap.
        #expect(try Self.offset(Self.bytes / 2) == Self.offsetInPage)
    }
}
