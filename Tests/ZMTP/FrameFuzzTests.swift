import Foundation
import Fuzzing
import TestSupport
import Testing
import ZMTP

#if canImport(Glibc)
import Glibc
#endif

/// Feeds mutations of the streams in `Corpus` to connections.
///
/// Nothing crashes, and what is read equals what was written.
@Suite(.timeLimit(.minutes(5)))
struct FrameFuzzTests {
    private static let inputs = 3_000
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
    /// Three fixed seeds and a random one.
    private static let seeds = [1, 2, 3, testSeed("FRAMES")]

    /// A result of reading a stream of bytes.
    private enum Outcome: Equatable {
        case opened
        case message([[UInt8]])
        case subscription([UInt8], Bool)
        case violation(ZMTPViolation)

        var isViolation: Bool { if case .violation = self { true } else { false } }
    }

    @Test(arguments: seeds)
    func `streams yield the same messages or violation however they are split, and messages are relayed unchanged`(
        seed: Int
    ) throws {
        var mutator = try Mutator(Self.corpus, "stream", seed: seed)
        let relay = try Relay()
        #expect(mutator.originals.count > 10)
        // A subscriber may not connect to a queue; all others may.
        let refused = try mutator.originals.flatMap { try Self.outcomes(of: [$0[...]], relay) }.filter(\.isViolation)
        #expect(refused == [.violation(.incompatibleSocketType)])
        var messages = 0
        for number in 0..<Self.inputs {
            let input = mutator.next()
            let whole = try Self.outcomes(of: [input[...]], relay)
            let cut = try Self.outcomes(of: mutator.pieces(of: input))
            #expect(whole == cut, "seed \(seed), input \(number): \(input)")
            messages += whole.count { if case .message = $0 { true } else { false } }
        }
        // Otherwise the inputs would be too invalid to find anything.
        #expect(messages > Self.inputs / 10)
    }

    /// Passes a stream to a connection, piece by piece, until it ends or violates the protocol.
    private static func outcomes(of pieces: [ArraySlice<UInt8>], _ relay: Relay? = nil) throws -> [Outcome] {
        let pair = try SocketPair()
        let connection = pair.connection(.router)
        let frames = FrameBuffer()
        var outcomes: [Outcome] = []
        do {
            for piece in pieces {
                pair.write(piece)
                while connection.receive() == .moved {
                    while let outcome = try next(connection, frames) {
                        outcomes.append(outcome)
                        if case .message(let message) = outcome { try relay?.check(message, frames) }
                    }
                }
            }
        } catch let violation as ZMTPViolation {
            outcomes.append(.violation(violation))
        }
        return outcomes
    }

    private static func next(_ connection: ZMTPConnection, _ frames: FrameBuffer) throws(ZMTPViolation) -> Outcome? {
        switch try connection.next(frames) {
        case .nothing: nil
        case .opened: .opened
        case .message: .message((0..<frames.count).map(frames.array))
        case .subscription(let topic, let isWanted): .subscription(topic, isWanted)
        }
    }

    /// A connection with one end for writing arbitrary bytes.
    private final class SocketPair {
        private let near: Int32
        private let far: Int32

        init() throws {
            (near, far) = try FrameFuzzTests.socketPair()
        }

        deinit { close(far) }

        /// Returns the other end, which owns its descriptor; must be called only once.
        func connection(_ type: SocketType) -> ZMTPConnection { FrameFuzzTests.connection(near, type) }

        func write(_ bytes: ArraySlice<UInt8>) {
            let count = bytes.withUnsafeBytes { send(far, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            #expect(count == bytes.count)
        }
    }

    /// Two connections that are open to each other: one receives what the other sends.
    private final class Relay {
        private let sender: ZMTPConnection
        private let receiver: ZMTPConnection
        private let frames = FrameBuffer()

        init() throws {
            let (one, other) = try FrameFuzzTests.socketPair()
            sender = FrameFuzzTests.connection(one, .dealer)
            receiver = FrameFuzzTests.connection(other, .router)
            while !sender.isOpen || !receiver.isOpen {
                for side in [sender, receiver] {
                    _ = side.flush()
                    _ = side.receive()
                    _ = try side.next(frames)
                }
            }
        }

        /// Sends a message frame by frame and in its wire form, and compares what arrives.
        func check(_ message: [[UInt8]], _ original: FrameBuffer) throws {
            for (index, frame) in message.enumerated() { sender.send(frame, more: index < message.count - 1) }
            #expect(try received() == message)
            sender.sendWire(original.wire(from: 0))
            #expect(try received() == message)
        }

        private func received() throws -> [[UInt8]]? {
            while true {
                let progress = sender.flush()
                while try receiver.next(frames) == .message { return (0..<frames.count).map(frames.array) }
                if receiver.receive() == .mustWait, progress == .moved { return nil }
            }
        }
    }

    private static func socketPair() throws -> (Int32, Int32) {
        var pair: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &pair) == 0 else { throw POSIXError(.EMFILE) }
        return (pair[0], pair[1])
    }

    private static func connection(_ descriptor: Int32, _ type: SocketType) -> ZMTPConnection {
        ZMTPConnection(SocketStream(descriptor), type, credentials: nil, outgoingMax: 1 << 20, madeAt: 0)
    }
}
