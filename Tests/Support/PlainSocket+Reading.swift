import Foundation
import Glibc

/// Reads responses of servers.
extension PlainSocket {
    /// Reads the next bytes of a connection as lowercase text; empty at its end.
    package static func read(_ descriptor: Int32) async -> String {
        await withCheckedContinuation { continuation in
            // Runs on a thread of its own, because the server needs the threads of the task pool.
            Thread.detachNewThread {
                var bytes = [UInt8](repeating: 0, count: 4_096)
                let count = Glibc.read(descriptor, &bytes, bytes.count)
                continuation.resume(
                    returning: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).lowercased()
                )
            }
        }
    }

    /// Reads and drops bytes until there are enough, or the connection ends.
    ///
    /// One thread reads all of them. A task between two reads would wait for the tasks of other tests, and the server
    /// gives up a client that does not read for a while.
    ///
    /// - Returns: The number of bytes, which is smaller than `wanted` if the connection has ended.
    package static func discard(_ wanted: Int, from descriptor: Int32) async -> Int {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var bytes = [UInt8](repeating: 0, count: 64 << 10)
                var total = 0
                while total < wanted {
                    let count = Glibc.read(descriptor, &bytes, bytes.count)
                    guard count > 0 else { break }
                    total += count
                }
                continuation.resume(returning: total)
            }
        }
    }

    /// Reads lowercase text until it contains a given text, or the connection ends.
    package static func read(_ descriptor: Int32, until text: String) async -> String {
        var all = ""
        while !all.contains(text) {
            let more = await read(descriptor)
            guard !more.isEmpty else { break }
            all += more
        }
        return all
    }

    /// Reads lowercase text until the connection ends.
    package static func readToEnd(_ descriptor: Int32) async -> String {
        var all = ""
        while case let more = await read(descriptor), !more.isEmpty { all += more }
        return all
    }
}
