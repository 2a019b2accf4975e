import HummingbirdCore
import Logging
import NIOCore
package import NIOSSL
import NIOTLS

/// What HTTPS needs beside the settings of every connection.
package struct ConnectionSecurity: Sendable {
    /// Returns the current certificate's state for a new connection.
    package let context: @Sendable () -> NIOSSLContext
    /// The value of `Strict-Transport-Security`; nil if browsers may use plain HTTP, too.
    package let strictTransport: String?

    package init(strictTransport: String? = nil, context: @escaping @Sendable () -> NIOSSLContext) {
        (self.context, self.strictTransport) = (context, strictTransport)
    }
}

/// An accepted connection, before a task serves it.
enum AcceptedConnection: Sendable {
    case plain(HTTP1Channel.Value)
    /// The protocol is known at the end of the handshake.
    case secure(any Channel, EventLoopFuture<SecureConnection>)
}

/// A connection with TLS after its handshake.
enum SecureConnection: Sendable {
    case http1(HTTP1Channel.Value)
    case http2(HTTP2Connection)
}

/// Connections with TLS: HTTP/2 for clients that offer it, else HTTP/1.1.
struct SecureConnections: Sendable {
    private typealias Negotiation = NIOTypedApplicationProtocolNegotiationHandler<SecureConnection>

    let http1: PinnedConnections
    let answer: RequestAnswer
    let timeouts: ConnectionTimeouts
    let limiter: ConnectionLimiter
    let unread: UnreadResponses
    let security: ConnectionSecurity

    /// Adds the handlers of TLS, and those of HTTP at the end of the handshake.
    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            // As long as for the head of a request.
            let admission = ConnectionAdmission(limiter, handshakeWithin: timeouts.head)
            let tls = NIOSSLServerHandler(context: security.context())
            let bound = NIOLoopBound(admission, eventLoop: channel.eventLoop)
            let negotiation = Negotiation { result in
                bound.value.didNegotiate()
                guard result == .negotiated("h2") else {
                    // Bytes that came with the end of the handshake wait in the handler of the negotiation.
                    // Nil if the connection has closed already.
                    let last = try? channel.pipeline.syncOperations.handler(type: Negotiation.self)
                    return http1.setup(channel: channel, logger: logger, after: last).map { .http1($0) }
                }
                return channel.eventLoop.makeCompletedFuture {
                    let unreadResponses = UnreadResponseHandler(unread, timeouts.answer)
                    try channel.pipeline.syncOperations.addHandler(unreadResponses, position: .first)
                    return .http2(
                        try HTTP2Connection.setUp(channel, timeouts: timeouts, unread: unread, answer: answer)
                    )
                }
            }
            try pipeline.addHandlers([admission, tls, negotiation])
            return .secure(channel, negotiation.protocolNegotiationResult)
        }
    }

    /// Serves a connection until it is closed.
    func handle(_ channel: any Channel, _ negotiated: EventLoopFuture<SecureConnection>, logger: Logger) async {
        let connection = await withTaskCancellationHandler {
            // Nil after a failed handshake, which is no error of the server: port scans cause many.
            try? await negotiated.get()
        } onCancel: {
            channel.close(promise: nil)
        }
        switch connection {
        case .http1(let value): await http1.handle(value: value, logger: logger, isEncrypted: true)
        case .http2(let connection): await connection.serve()
        case nil: channel.close(promise: nil)
        }
    }
}
