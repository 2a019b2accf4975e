import Contracts
import Messaging
import ServiceKit
import Testing

/// Tests that a process with several services runs each method only under its own service.
@Suite(.timeLimit(.minutes(5)))
struct ServiceNameTests {
    private struct Heavy: Contract {
        typealias Reply = Echo.Reply

        static let method = Method("echo.heavy", of: ServiceName(rawValue: "echo-heavy"), .read, .anyone)

        var text: String
    }

    private static func worker(_ fixture: BusFixture) -> MessageBus {
        let bus = fixture.bus("worker").servingEcho(as: "worker")
        let heavy = Endpoint.handle(Heavy.self) { heavy, _ in Echo.Reply(text: heavy.text, instance: "worker") }
        bus.serve(Heavy.method.service, capacity: 1, [heavy])
        return bus
    }

    /// Calls the heavy method under the name of the light service; returns the error's code.
    private static func callUnderWrongName(_ client: MessageBus) async throws -> ErrorCode? {
        let payload = try PayloadCoder.encode(Heavy(text: "x"))
        let wrong = Method(Heavy.method.name, of: Echo.service, .read, .anyone)
        let error = await #expect(throws: ServiceError.self) {
            try await client.forward(wrong, payload: payload, .own())
        }
        return error?.code
    }

    @Test func `a method is unknown under the name of another service of its process`() async throws {
        try await BusFixture.run { fixture in
            try await fixture.withClient([Self.worker(fixture)]) { client in
                let right = try await client.call(Heavy(text: "x"), .own())
                #expect(right.text == "x")
                #expect(try await Self.callUnderWrongName(client) == .unknownMethod)
            }
        }
    }

    @Test func `a broker of an earlier version, which names no service, is still served`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let broker = try StandInBroker(fixture)
            let worker = Self.worker(fixture)
            group.addTask { try await worker.run() }
            defer { group.cancelAll() }
            let peer = try await broker.accept()
            _ = try await peer.message(.ready)
            let id = UUIDv7.make()
            let header = RequestHeader(id: id, timeLeftMs: 5_000, retryable: true, method: Heavy.method.name)
            let token = Array("0123456789abcdef".utf8)
            let payload = try PayloadCoder.encode(Heavy(text: "x"))
            let command = [Majordomo.WorkerCommand.request.rawValue]
            peer.send([Array("MDPW02".utf8), command, token, [], HeaderWriter.encode(header), payload])
            let answer = try await peer.message(.final)
            #expect(answer[2] == token)
            #expect(try PayloadCoder.decodeReply(Echo.Reply.self, from: answer[5]).text == "x")
        }
    }
}
