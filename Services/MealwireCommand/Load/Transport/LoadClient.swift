import NIOCore

/// The transport of a run with its event loop, for use from tasks.
struct LoadClient: Sendable {
    let eventLoop: any EventLoop
    private let transport: NIOLoopBound<any LoadTransport>

    /// Creates a transport on an event loop.
    init(
        on eventLoop: any EventLoop,
        _ make: @escaping @Sendable (any EventLoop) -> any LoadTransport
    ) async throws {
        self.eventLoop = eventLoop
        transport = try await eventLoop.submit { NIOLoopBound(make(eventLoop), eventLoop: eventLoop) }.get()
    }

    /// The transport; must be used on its event loop.
    var boundTransport: any LoadTransport { transport.value }

    /// Sends a request and waits for the response.
    func ask(_ call: LoadCall, as person: LoadPerson? = nil) async -> LoadAnswer {
        await withCheckedContinuation { continuation in
            eventLoop.execute { boundTransport.send(call, as: person) { continuation.resume(returning: $0) } }
        }
    }

    func close() async {
        // The loop and its connections may have ended already.
        try? await eventLoop.submit { boundTransport.close() }.get()
    }
}
