import Foundation
import Glibc
import TestSupport

/// Reads responses of servers.
extension PlainSocket {
    /// Reads the next bytes of a connection as lowercase text; empty at its end.
    static func read(_ descriptor: Int32) async -> String {
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

    /// Reads lowercase text until it contains a given text, or the connection ends.
    static func read(_ descriptor: Int32, until text: String) async -> String {
        var all = ""
        while !all.contains(text) {
            let more = await read(descriptor)
            guard !more.isEmpty else { break }
            all += more
        }
        return all
    }

    /// Reads lowercase text until the connection ends.
    static func readToEnd(_ descriptor: Int32) async -> String {
        var all = ""
        while case let more = await read(descriptor), !more.isEmpty { all += more }
        return all
    }
}
