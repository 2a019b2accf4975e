import Hummingbird
import NIOCore

/// The parts of a request's body between the stream of HTTP/2 that receives them and the route that reads them.
struct BodyStream {
    /// Parts that may wait for the route; the client's window bounds their bytes.
    private static let partsMax = 4

    private typealias Producer = NIOThrowingAsyncSequenceProducer<
        ByteBuffer, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, Delegate
    >

    /// Continues to read the stream when the route has caught up.
    private struct Delegate: NIOAsyncSequenceProducerDelegate {
        let eventLoop: any EventLoop
        let resume: @Sendable () -> Void

        func produceMore() {
            if eventLoop.inEventLoop { resume() } else { eventLoop.execute(resume) }
        }

        func didTerminate() { produceMore() }
    }

    /// The body for the request.
    let body: RequestBody
    private let source: Producer.Source

    /// - Parameters:
    ///   - eventLoop: The event loop of the stream.
    ///   - resume: Called on it when the route has caught up, or reads no more.
    init(_ eventLoop: any EventLoop, resume: @escaping @Sendable () -> Void) {
        let sequence = Producer.makeSequence(
            backPressureStrategy: .init(lowWatermark: 1, highWatermark: Self.partsMax),
            finishOnDeinit: false,
            delegate: Delegate(eventLoop: eventLoop, resume: resume)
        )
        (source, body) = (sequence.source, RequestBody(asyncSequence: sequence.sequence))
    }

    /// Passes a part on.
    ///
    /// - Returns: False if no more parts should be read for now.
    func yield(_ bytes: ByteBuffer) -> Bool { source.yield(bytes) != .stopProducing }

    func finish() { source.finish() }

    func fail(_ error: any Error) { source.finish(error) }
}
