import Contracts
import ServiceKit
import Testing
import ZeroMQ

#if canImport(Glibc)
import Glibc
#endif

/// A server of CURVE and what watches over it.
final class ZeroMQFixture {
    let context: ZeroMQContext
    let keys = CurveKeyPair.make()
    let server: ZeroMQSocket
    let monitor: ZeroMQMonitor
    let zap: ZAPHandler?
    let endpoint: String
    /// What the ZAP handler was asked.
    var requests: [ZAPHandler.Request] = []

    /// Milliseconds for a handshake of which nothing can come.
    private static let hopelessHandshakeMs = 500

    init(hasZAPHandler: Bool = true) throws {
        context = try ZeroMQContext()
        zap = hasZAPHandler ? try ZAPHandler(context) : nil
        server = try ZeroMQSocket(context, .router)
        try server.set(.linger, 0)
        try server.set(.routerMandatory, 1)
        try server.configureCurveServer(secretKey: keys.secret, domain: "test")
        // Without an answer the time limit ends the handshake, at the latest.
        if !hasZAPHandler { try server.set(.handshakeInterval, Self.hopelessHandshakeMs) }
        monitor = try ZeroMQMonitor(server)
        endpoint = try server.bind("tcp://127.0.0.1:*")
    }

    /// A client with keys, which begins to connect.
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
    func serve(allowing key: CurveKey?, until condition: () throws -> Bool) throws {
        while try !condition() {
            try zap?.answer { request in
                requests.append(request)
                return request.key == key?.bytes ? key?.description : nil
            }
            poll(nil, 0, 1)
        }
    }
}
