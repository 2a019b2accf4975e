import Broker
import Contracts
import Messaging
import ServiceKit

/// A broker that processes of other hosts can reach, with keys.
struct RemoteFixture {
    let local: BusFixture
    let entrance: RemoteEntrance

    static func run(
        allowed: [PeerPolicy.Peer] = [],
        _ body: @escaping @Sendable (RemoteFixture) async throws -> Void
    ) async throws {
        let entrance = RemoteEntrance(address: try freeAddress(), keys: .make())
        try await BusFixture.run(remote: entrance, allowed: allowed) { local in
            try await body(RemoteFixture(local: local, entrance: entrance))
        }
    }

    /// A process of another host; by default it knows the broker's key.
    func bus(_ instance: String, _ keys: CurveKeyPair, server: CurveKey? = nil) throws -> MessageBus {
        let security = ConnectionSecurity.curveClient(keys, server: server ?? entrance.keys.publicKey)
        guard let endpoints = BrokerEndpoints.remote(entrance.address, security: security) else {
            throw PolicyFailure("no ports")
        }
        return MessageBus(BusConfiguration(instance: instance, brokers: [endpoints]), logger: local.logger)
    }

    /// Writes the list of who may come in.
    func allow(_ peers: [PeerPolicy.Peer]) throws { try local.allow(peers) }

    /// An address whose port and the next two are free.
    private static func freeAddress() throws -> TCPAddress {
        for _ in 0..<100 {
            let address = TCPAddress(host: "127.0.0.1", port: .random(in: 20_000...60_000))
            let listeners = (0..<3).compactMap { offset in
                address.next(offset).flatMap { try? StreamListener("\($0)") }
            }
            if listeners.count == 3 { return address }
        }
        throw PolicyFailure("no ports are free")
    }
}

extension MessageBus {
    /// A worker that offers echo.
    func servingEcho(as name: String) -> MessageBus {
        serve(
            Echo.service,
            capacity: 8,
            [
                .light(Echo.self) { request, _ in Echo.Reply(text: request.text, instance: name) },
                .handle(EchoUser.self) { request, context in
                    Echo.Reply(text: "\(request.text) for \(try context.user())", instance: name)
                },
            ]
        )
        return self
    }
}
