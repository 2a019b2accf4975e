import Contracts
import MessageBus
import ServiceKit
import Testing

/// Tests that a process with several services runs each method only under its own service.
@Suite(.timeLimit(.minutes(5)))
struct ServiceNameTests {
    private struct BulkEcho: Contract {
        typealias Reply = Echo.Reply

        static let method = Method("echo.bulk", of: ServiceName(rawValue: "echo-bulk"), .read, .anyone)

        var text: String
    }

    private static func worker(_ fixture: BusFixture) -> MessageBus {
        let bus = fixture.bus("worker").servingEcho(as: "worker")
        let bulk = Endpoint.handle(BulkEcho.self) { bulk, _ in Echo.Reply(text: bulk.text, instance: "worker") }
        bus.serve(BulkEcho.method.service, capacity: 1, [bulk])
        return bus
    }

    /// Calls the bulk method under the name of the other service; returns the error's code.
    private static func callUnderWrongName(_ client: MessageBus) async throws -> ErrorCode? {
        let payload = try PayloadCoder.encode(BulkEcho(text: "x"))
        let wrong = Method(BulkEcho.method.name, of: Echo.service, .read, .anyone)
        let error = await #expect(throws: ServiceError.self) {
            try await client.forward(wrong, payload: payload, .own())
        }
        return error?.code
    }

    @Test func `a method is unknown under the name of another service of its process`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([Self.worker(fixture)]) { client in
                let right = try await client.call(BulkEcho(text: "x"), .own())
                #expect(right.text == "x")
                #expect(try await Self.callUnderWrongName(client) == .unknownMethod)
            }
        }
    }

    @Test func `a broker of an earlier version, which names no service, is still served`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let broker = try StubBroker(fixture)
            let worker = Self.worker(fixture)
            group.addTask { try await worker.run() }
            defer { group.cancelAll() }
            let peer = try await broker.accept()
            _ = try await peer.message(.ready)
            let id = UUIDv7.make()
            let header = RequestHeader(id: id, timeLeftMs: 5_000, retryable: true, method: BulkEcho.method.name)
            let token = Array("0123456789abcdef".utf8)
            let payload = try PayloadCoder.encode(BulkEcho(text: "x"))
            let command = [Majordomo.WorkerCommand.request.rawValue]
            peer.send([Array("MDPW02".utf8), command, token, [], HeaderWriter.encode(header), payload])
            let answer = try await peer.message(.final)
            #expect(answer[2] == token)
            #expect(try PayloadCoder.decodeReply(Echo.Reply.self, from: answer[5]).text == "x")
        }
    }
}
