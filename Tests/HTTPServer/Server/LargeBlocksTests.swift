import Glibc
import HTTPServer
import Testing

/// Tests the setting of the allocator that bounds the memory of stalled clients.
struct LargeBlocksTests {
    /// Less than the largest size to which glibc raises its own limit.
    private static let bytes = 16 << 20
    /// Enough that free memory of the heap serves less than half of them; nothing is written into them.
    private static let blocks = 64
    /// Where a block with pages of its own begins in its first page: after its size and that of the block before it.
    private static let offsetInPage = 2 * MemoryLayout<Int>.size

    /// Returns how many of some new blocks begin where a block with pages of its own does, and frees them.
    private static func mapped(_ count: Int, of bytes: Int) throws -> Int {
        let pageBytes = sysconf(Int32(_SC_PAGESIZE))
        let blocks = try (0..<count).map { _ in try #require(malloc(bytes)) }
        defer { for block in blocks { free(block) } }
        return blocks.count { Int(bitPattern: $0) % pageBytes == offsetInPage }
    }

    @Test func `large blocks have pages of their own, even after a larger one was freed`() throws {
        LargeBlocks.giveBackWhenFreed()
        _ = try Self.mapped(1, of: Self.bytes)
        // Without the setting, these would come from the heap.
        #expect(try Self.mapped(Self.blocks, of: Self.bytes / 2) >= Self.blocks / 2)
    }
}
