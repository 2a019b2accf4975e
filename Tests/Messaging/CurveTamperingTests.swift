import Fuzzing
import Messaging
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Somebody between two peers who know each other by keys, and changes what they say.
@Suite(.timeLimit(.minutes(1)))
struct CurveTamperingTests {
    /// What the somebody does to one direction of the stream.
    private enum Tampering: CaseIterable {
        case nothing
        case flipsBit
        case dropsByte
        case repeatsPiece
    }

    /// Enough for each byte of a handshake and of the messages to have its turn now and then.
    private static let runs = 150
    private static let messages: [[UInt8]] = [[1], [UInt8](repeating: 2, count: 300), [], [3, 3]]

    @Test(arguments: [1, 2, UInt64.random(in: 3...UInt64(UInt32.max))])
    func `what arrives is what was sent, in order, or nothing, whoever is between`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (untouched, incomplete) = (0, 0)
        for number in 0..<Self.runs {
            let tampering = number < 5 ? .nothing : Tampering.allCases.randomElement(using: &random) ?? .nothing
            let line = try Line(tampering, fromClient: Bool.random(using: &random), random: random)
            _ = random.next()
            let (atServer, atClient) = line.exchange(Self.messages)
            #expect(Self.messages.starts(with: atServer), "seed \(seed), run \(number)")
            #expect(Self.messages.starts(with: atClient), "seed \(seed), run \(number)")
            if tampering == .nothing {
                untouched += 1
                #expect(atServer == Self.messages && atClient == Self.messages)
            } else if atServer.count + atClient.count < 2 * Self.messages.count {
                incomplete += 1
            }
        }
        #expect(untouched >= 5)
        // Else nothing was tampered with that matters.
        #expect(incomplete > Self.runs / 3)
    }

    /// Two peers and the one between them.
    private final class Line {
        private static let rounds = 40

        private let client: ZMTPConnection
        private let server: ZMTPConnection
        private let far: (client: Int32, server: Int32)
        private let tampering: Tampering
        private let fromClient: Bool
        private var random: SeededGenerator
        /// Bytes of the tampered direction that go by before something happens; once.
        private var countdown: Int

        init(_ tampering: Tampering, fromClient: Bool, random: SeededGenerator) throws {
            self.tampering = tampering
            self.fromClient = fromClient
            self.random = random
            countdown = Int.random(in: 0..<900, using: &self.random)
            let (serverKeys, clientKeys) = (CurveKeyPair.make(), CurveKeyPair.make())
            let (one, other) = (try Self.pair(), try Self.pair())
            far = (one.1, other.1)
            let known = clientKeys.publicKey
            client = Self.connection(one.0, .dealer, .curveClient(clientKeys, server: serverKeys.publicKey))
            server = Self.connection(other.0, .router, .curveServer(serverKeys) { $0 == known })
        }

        deinit {
            close(far.client)
            close(far.server)
        }

        /// Has both sides send all messages; what arrives at each.
        func exchange(_ messages: [[UInt8]]) -> (atServer: [[UInt8]], atClient: [[UInt8]]) {
            var (atServer, atClient) = ([[UInt8]](), [[UInt8]]())
            var (serverToSay, clientToSay) = (messages[...], messages[...])
            for _ in 0..<Self.rounds {
                if client.isOpen, let message = clientToSay.popFirst() { client.send(message, more: false) }
                if server.isOpen, let message = serverToSay.popFirst() { server.send(message, more: false) }
                _ = client.flush()
                _ = server.flush()
                carry(from: far.client, to: far.server, isTampered: fromClient)
                carry(from: far.server, to: far.client, isTampered: !fromClient)
                guard Self.receive(server, &atServer), Self.receive(client, &atClient) else { break }
            }
            return (atServer, atClient)
        }

        /// Takes what has arrived; false if the peer gives the connection up.
        private static func receive(_ connection: ZMTPConnection, _ messages: inout [[UInt8]]) -> Bool {
            let frames = FrameBuffer()
            while connection.receive() == .moved {
                do {
                    reading: while true {
                        switch try connection.next(frames) {
                        case .nothing: break reading
                        case .message: messages.append(frames.array(0))
                        case .opened, .subscription: continue
                        }
                    }
                } catch {
                    return false
                }
            }
            return true
        }

        private func carry(from source: Int32, to target: Int32, isTampered: Bool) {
            var buffer = [UInt8](repeating: 0, count: 64 << 10)
            let count = read(source, &buffer, buffer.count)
            guard count > 0 else { return }
            var bytes = Array(buffer.prefix(count))
            if isTampered { tamper(&bytes) }
            _ = send(target, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        private func tamper(_ bytes: inout [UInt8]) {
            guard countdown >= 0 else { return }
            guard countdown < bytes.count else {
                countdown -= bytes.count
                return
            }
            switch tampering {
            case .nothing: break
            case .flipsBit: bytes[countdown] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case .dropsByte: bytes.remove(at: countdown)
            case .repeatsPiece: bytes.insert(contentsOf: bytes[countdown...], at: countdown)
            }
            countdown = -1
        }

        private static func pair() throws -> (Int32, Int32) {
            var pair: [Int32] = [-1, -1]
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            try #require(socketpair(AF_UNIX, type, 0, &pair) == 0)
            return (pair[0], pair[1])
        }

        private static func connection(
            _ descriptor: Int32,
            _ type: SocketType,
            _ security: ConnectionSecurity
        ) -> ZMTPConnection {
            ZMTPConnection(
                SocketStream(descriptor),
                type,
                security: security,
                credentials: nil,
                outgoingMax: 1 << 20,
                madeAt: 0
            )
        }
    }
}
