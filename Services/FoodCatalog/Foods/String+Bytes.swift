#if canImport(Glibc)
import Glibc
#endif

extension String {
    /// Returns whether the text contains another one, compared byte by byte in UTF-8.
    ///
    /// `contains` of the standard library compares characters, and builds a table for each call. With a dozen texts for
    /// each listed food, this took half of the processor time of a search.
    package func containsBytes(of other: String) -> Bool {
        let found = utf8.withContiguousStorageIfAvailable { text in
            other.utf8.withContiguousStorageIfAvailable { Self.contains(text, $0) }
        }
        // Strings of Swift are contiguous; others are compared by characters.
        return (found ?? nil) ?? contains(other)
    }

    private static func contains(_ text: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = text.baseAddress, let wanted = other.baseAddress, let first = other.first else {
            return other.isEmpty
        }
        var start = 0
        // `memchr` compares many bytes at once; most texts lack the first byte.
        while start <= text.count - other.count,
            let found = memchr(base + start, Int32(first), text.count - other.count - start + 1)
        {
            if memcmp(found, wanted, other.count) == 0 { return true }
            start = UnsafeRawPointer(base).distance(to: found) + 1
        }
        return false
    }
}
