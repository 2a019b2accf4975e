import Contracts
import Messaging
import Testing

/// Our side of each connection against libzmq's: ROUTER for requests, XSUB and XPUB for events.
@Suite(.timeLimit(.minutes(1)))
struct LibzmqBrokerTests {
    /// Ends the broker.
    private static let end = Method("libzmq.end", of: ServiceName(rawValue: "libzmq"), .read, .anyone)

    @Test func `calls, answers and events go through a broker on libzmq`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        let endpoints = ["r1", "i1", "o1"].map { "ipc://\(fixture.directory)/\($0)" }
        async let ending = PythonPeer.run("libzmq_broker.py", endpoints)
        let worker = fixture.bus("worker").servingEcho(as: "worker")
        try await fixture.withClient([worker]) { client in
            // A PONG of libzmq's tells that it has read the registration.
            while !client.isServing || !worker.isServing { await client.goRound() }
            for length in [0, 1, 200, 300, 70_000, 900_000] {
                let text = String(repeating: "a", count: length)
                let reply = try await client.call(Echo(text: text), .own())
                #expect(reply == Echo.Reply(text: text, instance: "worker"))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let reply = try await client.call(Echo(text: "\(number)"), .own())
                        #expect(reply.text == "\(number)")
                    }
                }
                try await group.waitForAll()
            }
            let heard = client.subscribe("topic.a")
            let publishing = worker.publishing([("topic.b", "no"), ("topic.a", "yes")])
            defer { publishing.cancel() }
            let event = await heard.first { _ in true }
            #expect(event == Array("yes".utf8))
            _ = try await client.forward(Self.end, payload: Array("{}".utf8), .own())
        }
        let (status, output) = try await ending
        #expect(status == 0, "\(output)")
    }
}
