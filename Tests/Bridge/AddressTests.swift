import Bridge
import Logging
import ServiceKit
import TestSupport
import Testing
import Threading

/// The resolution of a far bridge's name.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct AddressTests {
    @Test func `an unavailable far bridge is logged, and connected by one of its addresses when it starts`()
        async throws
    {
        let fixture = try BridgeFixture()
        defer { fixture.remove() }
        try fixture.allow([PeerPolicy.Peer(name: "far", offers: [], calls: ["echo"])])
        let log = LogRecorder(from: .warning)
        // If the name also has an IPv6 address, no process listens there.
        let address = TCPAddress(host: "localhost", port: fixture.address.port)
        let connecting = BridgeConfiguration.Connecting(addresses: [address], farKey: fixture.nearKeys.publicKey)
        let stop = StopSignal()
        let far = BridgeService(
            BridgeConfiguration(data: fixture.far, keys: fixture.farKeys, connecting: connecting),
            logger: log.logger,
            stop: stop
        )
        let task = Task { try await far.run() }
        try await fixture.eventually("the failure is logged") {
            log.contains("the far bridge cannot be reached")
        }
        let (broker, near) = (fixture.startBroker(), fixture.startNearBridge())
        try await fixture.eventually("the bridge connects") { fixture.isOffered }
        let failures = log.count(of: "the far bridge cannot be reached")
        #expect(failures < 10, "each reason is logged once, regardless of the number of attempts")
        await BridgeFixture.Running(stop: stop, task: task).end()
        await near.end()
        await broker.end()
    }
}
