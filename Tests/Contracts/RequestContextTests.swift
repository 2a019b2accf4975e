import Contracts
import Testing

/// Contexts that follow from the context of a request.
struct RequestContextTests {
    private let request = RequestContext(
        id: .make(),
        principal: Principal(user: .make(), roles: [.user], session: .make()),
        idempotencyKey: "key",
        deadline: .after(milliseconds: 60_000),
        traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        isExternal: true
    )

    @Test func `the same request with another deadline differs in nothing else`() {
        let other = request.with(deadline: .after(milliseconds: 1_000))
        #expect((other.id, other.idempotencyKey, other.traceparent) == (request.id, "key", request.traceparent))
        #expect(other.principal == request.principal)
        #expect(other.isExternal)
        #expect(other.deadline.millisecondsLeft <= 1_000)
        #expect((1...30_000).contains(request.withHalfOfTimeLeft.deadline.millisecondsLeft))
    }

    @Test func `a nested call has the user and the trace of the request, and neither its id nor its key`() {
        let nested = request.nested(until: request.deadline)
        #expect(nested.id != request.id)
        #expect(nested.idempotencyKey == nil)
        #expect(nested.principal == request.principal)
        #expect(nested.traceparent == request.traceparent)
        #expect(nested.deadline.millisecondsLeft > 1_000)
        #expect(!nested.isExternal)
    }
}
