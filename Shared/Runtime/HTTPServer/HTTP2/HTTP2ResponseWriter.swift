import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP2
import NIOHTTPTypes

/// Writes a response to a stream of HTTP/2.
struct HTTP2ResponseWriter: ResponseBodyWriter {
    private let channel: any Channel
    /// The bytes of the body that remain; nil if its length is not known in advance.
    private var remaining: Int?

    /// Writes a whole response.
    ///
    /// A body of known length leaves together with head and end, in one write to the socket.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - method: The method of the request; a response to HEAD has no body.
    ///   - channel: The stream's channel.
    /// - Throws: An error of the body, or of the connection.
    static func write(_ response: Response, to method: HTTPRequest.Method, _ channel: any Channel) async throws {
        var head = response.head
        // HTTP/2 has frames for what this field says in HTTP/1.1, and forbids it (RFC 9113, section 8.2.2).
        if head.headerFields[.connection] != nil { head.headerFields[.connection] = nil }
        channel.write(HTTPResponsePart.head(head), promise: nil)
        guard method != .head else {
            channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
            return
        }
        try await response.body.write(
            HTTP2ResponseWriter(channel: channel, remaining: response.body.contentLength)
        )
    }

    private init(channel: any Channel, remaining: Int?) {
        (self.channel, self.remaining) = (channel, remaining)
    }

    /// Writes a part of the body; returns when the client may send for more.
    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        guard rest.readableBytes > 0 else { return }
        while rest.readableBytes > HTTP2Limits.writeMax, let part = rest.readSlice(length: HTTP2Limits.writeMax) {
            channel.write(HTTPResponsePart.body(part), promise: nil)
        }
        if let remaining {
            self.remaining = remaining - buffer.readableBytes
            if remaining <= buffer.readableBytes {
                channel.write(HTTPResponsePart.body(rest), promise: nil)
                return
            }
        }
        let written = channel.eventLoop.makePromise(of: Void.self)
        channel.writeAndFlush(HTTPResponsePart.body(rest), promise: written)
        if !channel.isWritable { try await written.futureResult.get() }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        channel.writeAndFlush(HTTPResponsePart.end(trailingHeaders), promise: nil)
    }
}

/// Sends the end of a response in the frame of its last bytes.
///
/// The codec writes the end as an empty frame of its own, which costs server and client as much as a frame with bytes.
final class HTTP2EndOfStream: ChannelOutboundHandler {
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    /// The newest bytes, until the next frame or a flush shows whether the response ends with them.
    private var held: (bytes: HTTP2Frame.FramePayload.Data, promise: EventLoopPromise<Void>?)?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .data(let frame) = unwrapOutboundIn(data) else {
            writeHeld(context)
            return context.write(data, promise: promise)
        }
        if frame.endStream, frame.data.readableBytes == 0, held != nil {
            return writeHeld(context, endingWith: promise)
        }
        writeHeld(context)
        if frame.endStream {
            context.write(data, promise: promise)
        } else {
            held = (frame, promise)
        }
    }

    func flush(context: ChannelHandlerContext) {
        writeHeld(context)
        context.flush()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        writeHeld(context)
        context.close(mode: mode, promise: promise)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        writeHeld(context)
        context.triggerUserOutboundEvent(event, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        held?.promise?.fail(ChannelError.ioOnClosedChannel)
        held = nil
    }

    private func writeHeld(_ context: ChannelHandlerContext) {
        guard let (bytes, promise) = held else { return }
        held = nil
        context.write(wrapOutboundOut(.data(bytes)), promise: promise)
    }

    /// Writes the held bytes as the last ones.
    private func writeHeld(_ context: ChannelHandlerContext, endingWith end: EventLoopPromise<Void>?) {
        guard let (held, promise) = held else { return }
        self.held = nil
        var bytes = held
        bytes.endStream = true
        if let promise { promise.futureResult.cascade(to: end) }
        context.write(wrapOutboundOut(.data(bytes)), promise: promise ?? end)
    }
}
