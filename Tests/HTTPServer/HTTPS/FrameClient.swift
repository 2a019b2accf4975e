import Foundation
import HTTPTestServer
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A client of HTTP/2 that sends any frames, and collects those that it receives.
final class FrameClient: Sendable {
    /// A received frame (RFC 9113, section 4.1).
    struct Frame: Sendable, Equatable {
        let type: UInt8
        let flags: UInt8
        let stream: UInt32
        let payload: [UInt8]

        /// The error code of RST_STREAM, or of GOAWAY.
        var errorCode: UInt32? {
            let bytes = type == 3 ? payload[...] : type == 7 ? payload.dropFirst(4).prefix(4) : []
            return bytes.isEmpty ? nil : bytes.reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    static let (data, headers, reset, settings, ping, goAway): (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) =
        (0, 1, 3, 4, 6, 7)
    static let (endStream, endHeaders, ack): (UInt8, UInt8, UInt8) = (1, 4, 1)

    private struct State {
        var received: [UInt8] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let channel: Mutex<(any Channel)?> = Mutex(nil)

    /// Connects and sends the preface with settings.
    ///
    /// - Parameters:
    ///   - port: The port of the server on this host.
    ///   - certificate: The certificate of the server.
    ///   - settings: The payload of the first SETTINGS frame.
    /// - Returns: The client; its handshake may still be under way.
    /// - Throws: An error of the connection.
    static func connect(_ port: UInt16, _ certificate: TestCertificate, settings: [UInt8] = []) async throws
        -> FrameClient
    {
        let client = FrameClient()
        let context = try NIOSSLContext(configuration: certificate.client(["h2"]))
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let tls = try NIOSSLClientHandler(context: context, serverHostname: "localhost")
                    try channel.pipeline.syncOperations.addHandlers([tls, Collector(client)])
                }
            }
            .connect(host: "127.0.0.1", port: Int(port)).get()
        client.channel.withLock { $0 = channel }
        client.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(Self.settings, 0, 0, settings))
        return client
    }

    /// Encodes a frame.
    static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8] = []) -> [UInt8] {
        let length = payload.count
        return [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, flags]
            + bytes(stream) + payload
    }

    /// Encodes the head of a request, with the static table of HPACK (RFC 7541, appendix A).
    static func request(_ stream: UInt32, _ path: String, post: Bool = false, more: [UInt8] = []) -> [UInt8] {
        let fields =
            [post ? 0x83 : 0x82, 0x87, 0x04, UInt8(path.utf8.count)] + Array(path.utf8) + [0x01, 9]
            + Array("localhost".utf8) + more
        return frame(headers, endHeaders | (post ? 0 : endStream), stream, fields)
    }

    static func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - $0 * 8) & 0xFF) } }

    func send(_ bytes: [UInt8]) {
        channel.withLock { $0 }?.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
    }

    func close() { channel.withLock { $0 }?.close(promise: nil) }

    /// True if the server has closed the connection.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// All complete frames so far.
    var frames: [Frame] {
        var rest = state.withLock { $0.received }[...]
        var frames: [Frame] = []
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            guard rest.count >= 9 + length else { break }
            let stream = head[5...].reduce(0) { $0 << 8 | UInt32($1) }
            let payload = Array(rest.dropFirst(9).prefix(length))
            frames.append(Frame(type: head[3], flags: head[4], stream: stream, payload: payload))
            rest = rest.dropFirst(9 + length)
        }
        return frames
    }

    /// The frames of a type on a stream.
    func frames(_ type: UInt8, _ stream: UInt32) -> [Frame] {
        frames.filter { $0.type == type && $0.stream == stream }
    }

    /// True if a stream has received the end of a response.
    func isAnswered(_ stream: UInt32) -> Bool {
        frames.contains { $0.stream == stream && $0.type <= 1 && $0.flags & Self.endStream != 0 }
    }

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let client: FrameClient

        init(_ client: FrameClient) { self.client = client }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = Array(unwrapInboundIn(data).readableBytesView)
            client.state.withLock { $0.received += bytes }
        }

        func channelInactive(context: ChannelHandlerContext) { client.state.withLock { $0.isClosed = true } }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
