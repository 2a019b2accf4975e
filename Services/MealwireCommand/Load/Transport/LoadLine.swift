import NIOCore

/// The transport of a run and the event loop on which it lives, for tasks that ask now and then.
struct LoadLine: Sendable {
    let eventLoop: any EventLoop
    private let transport: NIOLoopBound<any LoadTransport>

    /// Makes a transport on an event loop.
    init(
        on eventLoop: any EventLoop,
        _ make: @escaping @Sendable (any EventLoop) -> any LoadTransport
    ) async throws {
        self.eventLoop = eventLoop
        transport = try await eventLoop.submit { NIOLoopBound(make(eventLoop), eventLoop: eventLoop) }.get()
    }

    /// The transport, for who is on its event loop.
    var here: any LoadTransport { transport.value }

    /// Sends a request and waits for what comes of it.
    func ask(_ call: LoadCall, as person: LoadPerson? = nil) async -> LoadAnswer {
        await withCheckedContinuation { continuation in
            eventLoop.execute { here.send(call, as: person) { continuation.resume(returning: $0) } }
        }
    }

    func close() async {
        // The loop may have ended already, and its connections with it.
        try? await eventLoop.submit { here.close() }.get()
    }
}
