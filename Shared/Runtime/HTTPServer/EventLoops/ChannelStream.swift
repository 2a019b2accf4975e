import MessageBus
import NIOCore
import NIOPosix
import ZMTP

/// A byte stream to the broker on a NIO channel.
///
/// All calls must come from the channel's event loop.
final class ChannelStream: LinkStream {
    /// The maximum of bytes per write; the rest follows when they are written.
    private static let writeMax = 256 << 10
    /// The maximum of bytes per read: some dozens of answers.
    private static let receiveMax = 64 << 10

    private let receiveBuffer: ReceiveBuffer
    private var channel: (any Channel)? { receiveBuffer.channel }

    /// Makes a stream that takes ownership of a socket.
    ///
    /// - Parameters:
    ///   - descriptor: A connected socket.
    ///   - eventLoop: The event loop of all calls.
    ///   - whenReady: Called when bytes have arrived, when writing is possible again, or when the peer has closed.
    init(_ descriptor: Int32, _ eventLoop: any EventLoop, whenReady: @escaping @Sendable () -> Void) {
        let receiveBuffer = ReceiveBuffer(whenReady)
        self.receiveBuffer = receiveBuffer
        let bound = NIOLoopBound(receiveBuffer, eventLoop: eventLoop)
        ClientBootstrap(group: eventLoop)
            .channelOption(.writeBufferWaterMark, value: .init(low: Self.writeMax / 2, high: Self.writeMax))
            .channelOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(
                    minimum: 1 << 10,
                    initial: 8 << 10,
                    maximum: Self.receiveMax
                )
            )
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(bound.value) }
            }
            .withConnectedSocket(descriptor)
            .whenFailure { _ in bound.value.end() }
    }

    func read(into target: UnsafeMutableRawBufferPointer) -> Transfer {
        receiveBuffer.read(into: target)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        if receiveBuffer.hasEnded { return .ended }
        guard let channel, channel.isActive, channel.isWritable else { return .mustWait }
        let count = min(bytes.count, Self.writeMax)
        var buffer = channel.allocator.buffer(capacity: count)
        buffer.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        channel.writeAndFlush(buffer, promise: nil)
        return .moved(count)
    }

    /// Does nothing: the channel reports writability without being asked.
    func watch(writing: Bool) {}

    /// Returns false at once: this stream carries only calls, which need no flush at shutdown.
    func waitUntilWritable(milliseconds: UInt64) -> Bool { false }

    func end() {
        receiveBuffer.stopNotifying()
        channel?.close(promise: nil)
    }
}

/// Buffers received bytes until they are read.
private final class ReceiveBuffer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private(set) var channel: (any Channel)?
    private(set) var hasEnded = false
    private var received = ByteBuffer()
    private var whenReady: (@Sendable () -> Void)?

    init(_ whenReady: @escaping @Sendable () -> Void) {
        self.whenReady = whenReady
    }

    func read(into target: UnsafeMutableRawBufferPointer) -> Transfer {
        let count = min(target.count, received.readableBytes)
        guard count > 0 else { return hasEnded ? .ended : .mustWait }
        received.readWithUnsafeReadableBytes { bytes in
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            return count
        }
        return .moved(count)
    }

    /// Stops all notifications.
    func stopNotifying() { whenReady = nil }

    func end() {
        hasEnded = true
        whenReady?()
    }

    func channelActive(context: ChannelHandlerContext) {
        channel = context.channel
        whenReady?()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        if received.readableBytes == 0 { received = buffer } else { received.writeBuffer(&buffer) }
    }

    func channelReadComplete(context: ChannelHandlerContext) { whenReady?() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { whenReady?() }
    }

    func channelInactive(context: ChannelHandlerContext) { end() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Every socket error has the same consequence: the client reconnects to the broker.
        context.close(promise: nil)
    }
}
