import Testing
import ZMTP

#if canImport(Glibc)
import Glibc
#endif

/// Tests PINGs and the PONGs that answer them.
struct PingTests {
    private let frames = FrameBuffer()
    private let near: ZMTPConnection
    private let far: ZMTPConnection
    private let farStream: SocketStream

    init() throws {
        var pair: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        try #require(socketpair(AF_UNIX, type, 0, &pair) == 0)
        farStream = SocketStream(pair[1])
        near = ZMTPConnection(SocketStream(pair[0]), .dealer, credentials: nil, outgoingMax: 1 << 20, madeAt: 0)
        far = ZMTPConnection(farStream, .router, credentials: nil, outgoingMax: 1 << 20, madeAt: 0)
        for _ in 0..<4 where !near.isOpen || !far.isOpen {
            try pass(from: near, to: far)
            try pass(from: far, to: near)
        }
        try #require(near.isOpen && far.isOpen)
    }

    /// Flushes one side, and has the other read all of it.
    private func pass(from one: ZMTPConnection, to other: ZMTPConnection) throws {
        _ = one.flush()
        while other.receive() == .moved { while try other.next(frames) != .nothing {} }
    }

    @Test func `a PONG answers its own PING and no later one`() throws {
        let first = try #require(near.sendPing())
        try pass(from: near, to: far)
        let second = try #require(near.sendPing())
        try pass(from: far, to: near)
        #expect(near.answeredPing == first)
        try pass(from: near, to: far)
        try pass(from: far, to: near)
        #expect(near.answeredPing == second)
    }

    @Test(arguments: [[], [0, 0, 0, 0, 0, 0, 0, 9], [1], Array("0123456789abcdef".utf8)])
    func `a PONG with an unknown context answers no PING`(context: [UInt8]) throws {
        _ = near.sendPing()
        let pong: [UInt8] = [4, UInt8(5 + context.count), 4] + Array("PONG".utf8) + context
        #expect(pong.withUnsafeBytes { farStream.write($0) } == .moved(pong.count))
        while near.receive() == .moved { while try near.next(frames) != .nothing {} }
        #expect(near.answeredPing == 0)
    }
}
