import Messaging
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Stands on the way between two bridges and sees frames, which it cannot read.
///
/// It passes on each frame of a connection once, never, twice or behind the next one, as the test demands.
final class FrameProxy: Sendable {
    enum Treatment: Sendable {
        case drop
        case double
        case swap
    }

    /// What happens to the next large frame that goes to the listening side.
    private let next = Mutex<Treatment?>(nil)
    private let target: UInt16
    let port: UInt16

    /// A frame that is larger than what opens, pings or credits a connection.
    private static let largeMin = 4_096
    private static let greetingLength = 64

    init(to target: UInt16) throws {
        self.target = target
        let listener = try LoopbackListener()
        port = listener.port
        OSThread.start { [self] in
            while true {
                let client = accept(listener.descriptor, nil, nil)
                guard client >= 0 else { return }
                guard let server = Loopback.connect(self.target) else {
                    close(client)
                    continue
                }
                OSThread.start { self.passFrames(from: client, to: server) }
                OSThread.start { Self.passBytes(from: server, to: client) }
            }
        }
    }

    /// Treats the next large frame so.
    func treatNext(_ treatment: Treatment) { next.withLock { $0 = treatment } }

    /// Whether the frame has come that was to be treated.
    var isDone: Bool { next.withLock { $0 == nil } }

    private static func passBytes(from source: Int32, to target: Int32) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &bytes, bytes.count, 0)
            guard count > 0, Loopback.write(target, bytes[..<count]) else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    /// Passes the greeting on byte by byte, because each side waits for parts of the other's.
    private static func passGreeting(from source: Int32, to target: Int32) -> Bool {
        var left = greetingLength
        var bytes = [UInt8](repeating: 0, count: greetingLength)
        while left > 0 {
            let count = recv(source, &bytes, left, 0)
            guard count > 0, Loopback.write(target, bytes[..<count]) else { return false }
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
                    case .double: output = [frame, frame]
                    case .swap:
                        held = frame
                        continue
                    case nil: break
                    }
                }
                if let frame = held { output.append(frame) }
                held = nil
                guard Loopback.write(target, output.joined()) else { break }
            }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    private struct Reader {
        let descriptor: Int32
        private var buffer: [UInt8] = []

        init(descriptor: Int32) { self.descriptor = descriptor }

        mutating func take(_ count: Int) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while buffer.count < count {
                let received = recv(descriptor, &bytes, bytes.count, 0)
                guard received > 0 else { return nil }
                buffer += bytes[..<received]
            }
            defer { buffer.removeFirst(count) }
            return Array(buffer[..<count])
        }

        /// A whole frame of ZMTP with its head.
        mutating func frame() -> [UInt8]? {
            guard let flags = take(1) else { return nil }
            let isLong = flags[0] & 2 != 0
            guard let size = take(isLong ? 8 : 1) else { return nil }
            let count = size.reduce(0) { $0 << 8 | Int($1) }
            return take(count).map { flags + size + $0 }
        }
    }
}
