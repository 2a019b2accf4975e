import NIOCore

/// One connection: reads a request without a body, and answers it.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let chunk = String(repeating: "7", count: 65_536)
    private static let dripInterval = TimeAmount.milliseconds(20)

    private let behaviour: (RemoteStandIn.Request) -> RemoteStandIn.Behaviour
    private var text = ""

    init(_ behaviour: @escaping (RemoteStandIn.Request) -> RemoteStandIn.Behaviour) {
        self.behaviour = behaviour
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        guard text.hasSuffix("\r\n\r\n") else { return }
        let lines = text.split(separator: "\r\n").map(String.init)
        text = ""
        let target = lines.first?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        perform(behaviour(RemoteStandIn.Request(target: target, headers: Array(lines.dropFirst()))), context.channel)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func perform(_ behaviour: RemoteStandIn.Behaviour, _ channel: any Channel) {
        switch behaviour {
        case .answer(let status, let headers, let body):
            let lines =
                ["HTTP/1.1 \(status) Said", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
            write(lines.joined(separator: "\r\n") + "\r\n\r\n" + body, to: channel, thenCloses: true)
        case .silence: break
        case .hangUp: channel.close(promise: nil)
        case .hangUpAfter(let part):
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(part.utf8.count + 1_000)\r\n\r\n"
            write(head + part, to: channel, thenCloses: true)
        case .endless:
            write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", to: channel, thenCloses: false)
            Self.pour(into: channel)
        case .drip:
            write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", to: channel, thenCloses: false)
            Self.drip(into: channel)
        }
    }

    private func write(_ text: String, to channel: any Channel, thenCloses: Bool) {
        let written = channel.writeAndFlush(ByteBuffer(string: text))
        if thenCloses { written.whenComplete { _ in channel.close(promise: nil) } }
    }

    /// Until the other side has had enough.
    private static func pour(into channel: any Channel) {
        channel.writeAndFlush(ByteBuffer(string: chunk)).whenSuccess { pour(into: channel) }
    }

    private static func drip(into channel: any Channel) {
        channel.writeAndFlush(ByteBuffer(string: "7")).whenSuccess {
            channel.eventLoop.scheduleTask(in: dripInterval) { drip(into: channel) }
        }
    }
}
