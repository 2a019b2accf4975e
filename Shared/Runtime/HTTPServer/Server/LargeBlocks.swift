import CLinux

/// Settings of the allocator for large blocks of memory, such as bodies.
package enum LargeBlocks {
    /// The size in bytes from which a block has pages of its own, which go back to the system with it.
    ///
    /// glibc starts with this size. It raises the size to that of each larger block that is freed, up to 32 MiB. Later
    /// bodies then lie among small blocks of open connections, and leave holes when they are freed: with 1,500 stalled
    /// clients some 30 MB, more or less by the order in which bytes arrived. A mapping costs some microseconds.
    private static let bytesMin: Int32 = 128 << 10

    /// What the end of a heap may keep when blocks are freed, in bytes.
    ///
    /// glibc would keep 128 KiB once ``bytesMin`` is fixed. The buffers of some busy connections are larger, so every
    /// other request then returned pages to the system and took them again. The threads have a few heaps in all.
    private static let keptBytesMax: Int32 = 512 << 10

    /// Keeps both sizes fixed in this process.
    ///
    /// If the allocator refuses, it keeps its defaults.
    package static func giveBackWhenFreed() {
        _ = mealwire_map_large_blocks(bytesMin)
        _ = mealwire_keep_freed_end(keptBytesMax)
    }
}
