import Bridge
import Contracts
import Logging
import Messaging
import ServiceKit
import Synchronization
import Testing

/// How a bridge finds a far one by its name.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct AddressTests {
    @Test func `a far bridge that is away is logged, and reached by one of its addresses when it comes`() async throws {
        let fixture = try BridgeFixture()
        defer { fixture.remove() }
        try fixture.allow([PeerPolicy.Peer(name: "far", offers: [], calls: ["echo"])])
        let lines = LoggedWarnings()
        // Where the name has an address of IPv6 as well, nothing listens there.
        let address = TCPAddress(host: "localhost", port: fixture.address.port)
        let connecting = BridgeConfiguration.Connecting(addresses: [address], farKey: fixture.nearKeys.publicKey)
        let stop = StopSignal()
        let far = BridgeService(
            BridgeConfiguration(data: fixture.far, keys: fixture.farKeys, connecting: connecting),
            logger: Logger(label: "far") { _ in lines },
            stop: stop
        )
        let task = Task { try await far.run() }
        try await fixture.eventually("its absence is logged") {
            lines.text.contains("the far bridge cannot be reached")
        }
        let (broker, near) = (fixture.startBroker(), fixture.startNearBridge())
        try await fixture.eventually("it is reached") { fixture.isOffered }
        let absences = lines.text.split(separator: "\n").count { $0.contains("the far bridge cannot be reached") }
        #expect(absences < 10, "each reason is logged once, however often it is tried")
        await BridgeFixture.Running(stop: stop, task: task).end()
        await near.end()
        await broker.end()
    }
}

/// Keeps what is logged as a warning or worse.
private final class LoggedWarnings: LogHandler {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .warning }
        set {}
    }
    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") } }
}
