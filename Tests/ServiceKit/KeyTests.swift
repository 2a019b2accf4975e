import Foundation
import MessageBus
import ServiceKit
import Settings
import Testing

/// Keys as text, and where processes find their brokers.
@Suite struct KeyTests {
    @Test func `keys are read and shown as other implementations do`() {
        // The pair of the manual page zmq_curve(7).
        let pair = CurveKeyPair(secretText: "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs")
        #expect(pair?.publicKey.description == "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID")
        #expect(CurveKey("Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID") == pair?.publicKey)
        #expect(CurveKey("too short") == nil)
        #expect(CurveKey(String(repeating: "#", count: 40)) == nil, "85 to the fifth is more than 32 bits hold")
    }

    @Test func `a new pair is read back as it was written`() {
        let pair = CurveKeyPair.make()
        let again = CurveKeyPair(secretText: pair.secretText)
        #expect(again?.publicKey == pair.publicKey && again?.secret == pair.secret)
        #expect(CurveKeyPair.make().publicKey != pair.publicKey)
    }

    @Test func `a broker of another host is refused and the bridge named`() throws {
        let error = #expect(throws: ConfigurationFailure.self) {
            _ = try BrokerAddresses.bus(
                SettingsReader(["broker": "tcp://10.0.0.5:5700"]),
                data: DataDirectory(path: "/data"),
                instance: "x"
            )
        }
        #expect(error.map { "\($0)".contains("bridge") } ?? false)
    }

    @Test func `another data directory of this host is where the broker is`() throws {
        let bus = try BrokerAddresses.bus(
            SettingsReader(["broker": "ipc:///srv/mealwire"]),
            data: DataDirectory(path: "/data"),
            instance: "x"
        )
        #expect(bus.brokers.map(\.requests) == ["ipc:///srv/mealwire/run/requests.sock"])
    }
}
