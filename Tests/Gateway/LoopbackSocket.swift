import Foundation
import Glibc
import Testing

/// Plain loopback sockets, for behavior that HTTP clients do not offer.
enum LoopbackSocket {
    /// Returns a listening socket, as a service manager passes it, and its port.
    static func listening() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        try #require(isListening)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    static func connect(_ port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = address(port: port)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0)
        return descriptor
    }

    static func write(_ text: String, to descriptor: Int32) throws {
        let bytes = Array(text.utf8)
        try #require(send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    }

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

    private static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = port.bigEndian
        return address
    }
}
