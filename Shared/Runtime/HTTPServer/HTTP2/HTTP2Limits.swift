import Contracts
import NIOCore
import NIOHTTP2

/// The limits of a connection with HTTP/2, beside those that ``ConnectionTimeouts`` sets for every connection.
enum HTTP2Limits {
    /// Requests that a client may have open on one connection; more end the connection.
    ///
    /// RFC 9113, section 6.5.2, recommends no less. Clients assume this number until they know the setting.
    static let streamsMax = 100
    /// Requests of one connection with bodies that are incomplete.
    ///
    /// Each may hold as much as ``HTTPLimits/openBodyBytesMax`` in memory that is not counted. A request beyond the
    /// limit is refused with REFUSED_STREAM, which means that the client may repeat it.
    static let incompleteBodiesMax = 8
    /// Bytes of a body that a client may send ahead of the reading route; the default of the protocol.
    static let windowBytes = 65_535
    /// Bytes of a response that may wait in a stream before its route pauses.
    static let unwrittenMax = 16 << 10
    /// The largest part of a body in one write, so that progress is visible while a large response is read slowly.
    static let writeMax = 16 << 10
    /// Requests that a client may cancel in ``floodWindow`` (rapid reset, CVE-2023-44487).
    ///
    /// An app that cancels a search with each key stays far below.
    static let resetsMax = 200
    /// Errors of streams, to which the server responds with a reset, in ``floodWindow``.
    static let streamErrorsMax = 100
    /// PING, SETTINGS and PRIORITY frames in ``floodWindow``; each PING and SETTINGS costs an answer.
    static let controlFramesMax = 200
    static let floodWindow = TimeAmount.seconds(30)
    /// Answers to PING and SETTINGS that wait for a client that does not read.
    static let bufferedControlFramesMax = 500
    /// CONTINUATION frames of one head; with frames of the default size, a head of the allowed size needs one.
    static let continuationsMax = 4
    /// The time from a GOAWAY frame to the end of the connection, for requests that are under way.
    ///
    /// As long as a process may take to stop.
    static let drainTime = TimeAmount.seconds(7)

    static var connection: NIOHTTP2Handler.ConnectionConfiguration {
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: streamsMax),
            HTTP2Setting(parameter: .maxHeaderListSize, value: ServerLimit.headBytes.value),
            HTTP2Setting(parameter: .initialWindowSize, value: windowBytes),
        ]
        configuration.maximumBufferedControlFrames = bufferedControlFramesMax
        configuration.maximumSequentialContinuationFrames = continuationsMax
        configuration.controlFrameRateLimit.maximumCount = controlFramesMax
        configuration.controlFrameRateLimit.windowLength = floodWindow
        return configuration
    }

    static var stream: NIOHTTP2Handler.StreamConfiguration {
        var configuration = NIOHTTP2Handler.StreamConfiguration()
        configuration.targetWindowSize = windowBytes
        configuration.outboundBufferSizeHighWatermark = unwrittenMax
        configuration.outboundBufferSizeLowWatermark = unwrittenMax / 4
        configuration.streamResetFrameRateLimit.maximumCount = resetsMax
        configuration.streamResetFrameRateLimit.windowLength = floodWindow
        configuration.streamErrorRateLimit.maximumCount = streamErrorsMax
        configuration.streamErrorRateLimit.windowLength = floodWindow
        return configuration
    }
}
