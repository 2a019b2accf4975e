import Gateway
import Glibc
import Testing

/// Tests the setting of the allocator that bounds the memory of stalled clients.
struct LargeBlocksTests {
    /// Less than the largest size to which glibc raises its own limit.
    private static let bytes = 16 << 20
    /// The flag of a block with pages of its own, in the size that glibc stores before the block.
    private static let mappedFlag = 2

    /// Returns whether a new block has pages of its own, and frees it.
    private static func isMapped(_ count: Int) throws -> Bool {
        let block = try #require(malloc(count))
        defer { free(block) }
        let size = block.load(fromByteOffset: -MemoryLayout<Int>.size, as: Int.self)
        return size & mappedFlag != 0
    }

    @Test func `a large block goes back to the system, even after a larger one was freed`() throws {
        LargeBlocks.giveBackWhenFreed()
        #expect(try Self.isMapped(Self.bytes))
        #expect(try Self.isMapped(Self.bytes / 2))
        #expect(try !Self.isMapped(1_000))
    }
}
