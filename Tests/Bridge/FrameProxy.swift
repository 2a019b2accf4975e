import Synchronization
import TestSupport
import Threading

#if canImport(Glibc)
import Glibc
#endif

/// A proxy between two bridges, which handles encrypted frames as units.
///
/// It forwards each frame of a connection once, or drops, duplicates or swaps it, as the test requests.
final class FrameProxy: Sendable {
    enum Fault: Sendable {
        case drop
        case duplicate
        case swap
    }

    /// The fault for the next large frame to the listening bridge.
    private let next = Mutex<Fault?>(nil)
    private let target: UInt16
    let port: UInt16

    /// The minimum length of a large frame; frames for openings, PINGs and credits are shorter.
    private static let largeMin = 4_096
    private static let greetingLength = 64

    init(to target: UInt16) throws {
        self.target = target
        let listener = try PlainSocket.listen()
        port = listener.port
        OSThread.start { [self] in
            while true {
                let client = accept(listener.descriptor, nil, nil)
                guard client >= 0 else { return }
                guard let server = try? PlainSocket.connect(self.target) else {
                    close(client)
                    continue
                }
                OSThread.start { self.passFrames(from: client, to: server) }
                OSThread.start { Self.passBytes(from: server, to: client) }
            }
        }
    }

    /// Applies a fault to the next large frame.
    func injectNext(_ fault: Fault) { next.withLock { $0 = fault } }

    /// Whether the requested fault was applied.
    var isDone: Bool { next.withLock { $0 == nil } }

    private static func passBytes(from source: Int32, to target: Int32) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &bytes, bytes.count, 0)
            guard count > 0, (try? PlainSocket.write(bytes[..<count], to: target)) != nil else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    /// Forwards the greeting byte by byte, because each side waits for parts of the other's greeting.
    private static func passGreeting(from source: Int32, to target: Int32) -> Bool {
        var left = greetingLength
        var bytes = [UInt8](repeating: 0, count: greetingLength)
        while left > 0 {
            let count = recv(source, &bytes, left, 0)
            guard count > 0, (try? PlainSocket.write(bytes[..<count], to: target)) != nil else { return false }
            left -= count
        }
        return true
    }

    private func passFrames(from source: Int32, to target: Int32) {
        var reader = Reader(descriptor: source)
        var held: [UInt8]?
        if Self.passGreeting(from: source, to: target) {
            while let frame = reader.frame() {
                var output = [frame]
                if frame.count >= Self.largeMin {
                    switch next.withLock({ next in
                        defer { next = nil }
                        return next
                    }) {
                    case .drop: output = []
                    case .duplicate: output = [frame, frame]
                    case .swap:
                        held = frame
                        continue
                    case nil: break
                    }
                }
                if let frame = held { output.append(frame) }
                held = nil
                guard (try? PlainSocket.write(output.joined(), to: target)) != nil else { break }
            }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    private struct Reader {
        let descriptor: Int32
        private var buffer: [UInt8] = []

        init(descriptor: Int32) { self.descriptor = descriptor }

        mutating func read(_ count: Int) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while buffer.count < count {
                let received = recv(descriptor, &bytes, bytes.count, 0)
                guard received > 0 else { return nil }
                buffer += bytes[..<received]
            }
            defer { buffer.removeFirst(count) }
            return Array(buffer[..<count])
        }

        /// Returns a whole ZMTP frame with its header; nil at the end of the connection.
        mutating func frame() -> [UInt8]? {
            guard let flags = read(1) else { return nil }
            let isLong = flags[0] & 2 != 0
            guard let size = read(isLong ? 8 : 1) else { return nil }
            let count = size.reduce(0) { $0 << 8 | Int($1) }
            return read(count).map { flags + size + $0 }
        }
    }
}
