import ServiceKit
import TestSupport
import Testing
import ZeroMQ

#if canImport(Glibc)
import Glibc
#endif

/// A CURVE server with its monitor and ZAP handler.
final class ZeroMQFixture {
    let context: ZeroMQContext
    let keys = CurveKeyPair.make()
    let server: ZeroMQSocket
    let monitor: ZeroMQMonitor
    let zap: ZAPHandler?
    let endpoint: String
    /// The requests to the ZAP handler.
    var requests: [ZAPHandler.Request] = []

    /// The timeout of a handshake that cannot succeed, in milliseconds.
    private static let failingHandshakeMs = 500

    init(hasZAPHandler: Bool = true) throws {
        context = try ZeroMQContext()
        zap = hasZAPHandler ? try ZAPHandler(context) : nil
        server = try ZeroMQSocket(context, .router)
        try server.set(.linger, 0)
        try server.set(.routerMandatory, 1)
        try server.configureCurveServer(secretKey: keys.secret, domain: "test")
        // Without an answer, the handshake ends at the timeout.
        if !hasZAPHandler { try server.set(.handshakeInterval, Self.failingHandshakeMs) }
        monitor = try ZeroMQMonitor(server)
        endpoint = try server.bind("tcp://127.0.0.1:*")
    }

    /// Returns a client with keys, which begins to connect.
    func client(_ pair: CurveKeyPair) throws -> (socket: ZeroMQSocket, monitor: ZeroMQMonitor) {
        let socket = try ZeroMQSocket(context, .dealer)
        try socket.set(.linger, 0)
        try socket.set(.reconnectInterval, -1)
        try socket.configureCurveClient(
            publicKey: pair.publicKey.bytes,
            secretKey: pair.secret,
            serverKey: keys.publicKey.bytes
        )
        let monitor = try ZeroMQMonitor(socket)
        try socket.connect(endpoint)
        return (socket, monitor)
    }

    /// Answers ZAP requests until the condition holds.
    func serve(
        allowing key: CurveKey?,
        sourceLocation: SourceLocation = #_sourceLocation,
        until condition: () throws -> Bool
    ) throws {
        try eventuallyBlocking("the condition holds", sourceLocation: sourceLocation) {
            if try condition() { return true }
            try zap?.answer { request in
                requests.append(request)
                return request.key == key?.bytes ? key?.description : nil
            }
            return false
        }
    }
}
