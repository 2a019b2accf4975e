import Messaging
import NIOCore
import NIOPosix

/// The bytes of a connection to the broker, carried by a channel.
///
/// Everything here happens on the channel's event loop.
final class ChannelStream: LinkStream {
    /// What is handed to the channel at once, in bytes; the rest of a long queue follows when it has been written.
    private static let writeMax = 256 << 10
    /// The most that is read at once, in bytes: some dozens of answers.
    private static let receiveMax = 64 << 10

    private let intake: Intake
    private var channel: (any Channel)? { intake.channel }

    /// - Parameters:
    ///   - descriptor: Of a socket, which is taken over.
    ///   - eventLoop: On which this is called.
    ///   - whenReady: Called when something has come, or can be written again, or the other side is gone.
    init(_ descriptor: Int32, _ eventLoop: any EventLoop, whenReady: @escaping @Sendable () -> Void) {
        let intake = Intake(whenReady)
        self.intake = intake
        let bound = NIOLoopBound(intake, eventLoop: eventLoop)
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

    func read(into room: UnsafeMutableRawBufferPointer) -> Transfer {
        intake.read(into: room)
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Transfer {
        if intake.hasEnded { return .ended }
        guard let channel, channel.isActive, channel.isWritable else { return .mustWait }
        let count = min(bytes.count, Self.writeMax)
        var buffer = channel.allocator.buffer(capacity: count)
        buffer.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        channel.writeAndFlush(buffer, promise: nil)
        return .moved(count)
    }

    /// The channel tells anyway.
    func watch(writing: Bool) {}

    /// Only calls are carried here, and nobody waits for what they say last.
    func waitUntilWritable(milliseconds: UInt64) -> Bool { false }

    func end() {
        intake.forget()
        channel?.close(promise: nil)
    }
}

/// Keeps what has come until it is read.
private final class Intake: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private(set) var channel: (any Channel)?
    private(set) var hasEnded = false
    private var received = ByteBuffer()
    private var whenReady: (@Sendable () -> Void)?

    init(_ whenReady: @escaping @Sendable () -> Void) {
        self.whenReady = whenReady
    }

    func read(into room: UnsafeMutableRawBufferPointer) -> Transfer {
        let count = min(room.count, received.readableBytes)
        guard count > 0 else { return hasEnded ? .ended : .mustWait }
        received.readWithUnsafeReadableBytes { bytes in
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            return count
        }
        return .moved(count)
    }

    /// Nobody is to be told anything any more.
    func forget() { whenReady = nil }

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
        // What went wrong with a socket means one thing here: the broker is to be looked for again.
        context.close(promise: nil)
    }
}
