import NIOCore

/// Handles one connection: reads a request and reacts to it.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let chunk = String(repeating: "7", count: 65_536)
    private static let slowByteInterval = TimeAmount.milliseconds(20)

    private let behaviour: (StubRemoteSource.Request) -> StubRemoteSource.Behaviour
    private static let headEnd = Array("\r\n\r\n".utf8)

    private var bytes: [UInt8] = []

    init(_ behaviour: @escaping (StubRemoteSource.Request) -> StubRemoteSource.Behaviour) {
        self.behaviour = behaviour
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes += unwrapInboundIn(data).readableBytesView
        guard let request else { return }
        bytes = []
        perform(behaviour(request), context.channel)
    }

    /// The received request, once it is complete.
    private var request: StubRemoteSource.Request? {
        guard let head = bytes.firstRange(of: Self.headEnd) else { return nil }
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let request = StubRemoteSource.Request(
            target: lines.first?.split(separator: " ").dropFirst().first.map(String.init) ?? "",
            headers: lines.dropFirst().map(String.init),
            body: String(decoding: bytes[head.upperBound...], as: UTF8.self)
        )
        let length = request.header("Content-Length").flatMap(Int.init) ?? 0
        return bytes.count - head.upperBound >= length ? request : nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func perform(_ behaviour: StubRemoteSource.Behaviour, _ channel: any Channel) {
        switch behaviour {
        case .answer(let status, let headers, let body):
            let lines =
                ["HTTP/1.1 \(status) Said", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
            write(lines.joined(separator: "\r\n") + "\r\n\r\n" + body, to: channel, thenCloses: true)
        case .file(let bytes, let mediaType):
            let lines = [
                "HTTP/1.1 200 OK", "Content-Type: \(mediaType)", "Content-Length: \(bytes.count)", "Connection: close",
            ]
            write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + bytes, to: channel, thenCloses: true)
        case .silence: break
        case .close: channel.close(promise: nil)
        case .closeAfter(let part):
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(part.utf8.count + 1_000)\r\n\r\n"
            write(head + part, to: channel, thenCloses: true)
        case .endless:
            write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", to: channel, thenCloses: false)
            Self.sendEndlessly(into: channel)
        case .slowBody:
            write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", to: channel, thenCloses: false)
            Self.sendSlowly(into: channel)
        }
    }

    private func write(_ text: String, to channel: any Channel, thenCloses: Bool) {
        write(Array(text.utf8), to: channel, thenCloses: thenCloses)
    }

    private func write(_ bytes: [UInt8], to channel: any Channel, thenCloses: Bool) {
        let written = channel.writeAndFlush(ByteBuffer(bytes: bytes))
        if thenCloses { written.whenComplete { _ in channel.close(promise: nil) } }
    }

    /// Sends chunks until the client closes the connection.
    private static func sendEndlessly(into channel: any Channel) {
        channel.writeAndFlush(ByteBuffer(string: chunk)).whenSuccess { sendEndlessly(into: channel) }
    }

    private static func sendSlowly(into channel: any Channel) {
        channel.writeAndFlush(ByteBuffer(string: "7")).whenSuccess {
            channel.eventLoop.scheduleTask(in: slowByteInterval) { sendSlowly(into: channel) }
        }
    }
}
