import CZeroMQ
import MessageBus
import Synchronization
import TestSupport
import Testing

/// A minimal broker on libzmq's ROUTER, XSUB and XPUB.
///
/// It forwards requests to the worker that registered last, or answers them itself.
final class LibzmqBroker: Sendable {
    /// Deviations from the default behaviour of the broker.
    struct Behaviour: Sendable {
        /// Whether requests wait for a worker; if not, the broker answers calls of ``Echo``.
        var hasWorker = false
        /// Whether it answers the heartbeats of workers.
        var sendsHeartbeats = true
        /// The options of its sockets.
        var options: [Int32: Int32] = [:]
        /// Returns the messages that a client gets, from the number of the request and its valid answer.
        var answers: @Sendable (Int, [[UInt8]]) -> [[[UInt8]]] = { _, answer in [answer] }
    }

    /// The messages received so far.
    struct Record {
        /// Subscriptions and unsubscriptions, as XPUB delivers them.
        var subscriptions: [[UInt8]] = []
        /// The number of registrations of workers.
        var offers = 0
        /// The number of requests of clients.
        var requests = 0
    }

    /// The time limit of one wait for messages, in milliseconds; then it checks whether to stop.
    private static let waitMs = 20

    private let behaviour: Behaviour
    private let state = Mutex((record: Record(), isStopped: false))

    private init(_ behaviour: Behaviour) {
        self.behaviour = behaviour
    }

    /// Runs the body with a broker in the fixture's directory.
    ///
    /// - Parameters:
    ///   - fixture: The fixture, with the directory of the sockets.
    ///   - prefix: A prefix of the usual socket names, if a ``Relay`` listens at those.
    ///   - behaviour: Deviations from the default behaviour.
    ///   - body: Runs once.
    /// - Throws: The errors of the body and of libzmq.
    static func run(
        _ fixture: BusFixture,
        prefix: String = "",
        _ behaviour: Behaviour = Behaviour(),
        _ body: (LibzmqBroker) async throws -> Void
    ) async throws {
        let broker = LibzmqBroker(behaviour)
        let endpoints = ["r1", "i1", "o1"].map { "ipc://\(fixture.directory)/\(prefix)\($0)" }
        async let serving: Void = withLibzmq { try broker.serve(endpoints) }
        do {
            defer { broker.state.withLock { $0.isStopped = true } }
            try await body(broker)
        }
        try await serving
    }

    /// The messages received so far.
    var record: Record { state.withLock { $0.record } }

    /// Waits until a condition on the record holds.
    func wait(
        sourceLocation: SourceLocation = #_sourceLocation,
        until isEnough: (Record) -> Bool
    ) async throws {
        try await eventually("the broker has received enough", details: "\(record)", sourceLocation: sourceLocation) {
            isEnough(record)
        }
    }

    private func serve(_ endpoints: [String]) throws {
        let requests = try LibzmqSocket(.router, behaviour.options)
        let eventsIn = try LibzmqSocket(.xsub, behaviour.options)
        let eventsOut = try LibzmqSocket(.xpub, behaviour.options)
        // Also delivers further subscriptions to the same topic.
        try eventsOut.set(ZMQ_XPUB_VERBOSE, 1)
        for (socket, endpoint) in zip([requests, eventsIn, eventsOut], endpoints) { try socket.bind(endpoint) }
        // Subscribes to all topics.
        try eventsIn.send([[1]])
        var router = RequestRouter(requests, behaviour)
        while !state.withLock({ $0.isStopped }) {
            let ready = try LibzmqSocket.poll([requests, eventsIn, eventsOut], milliseconds: Self.waitMs)
            if ready[2] {
                let subscription = try eventsOut.receive()[0]
                state.withLock { $0.record.subscriptions.append(subscription) }
            }
            if ready[1] { try eventsOut.send(try eventsIn.receive()) }
            if ready[0] { try router.take(try requests.receive()) }
            state.withLock { state in
                state.record.offers = router.offers
                state.record.requests = router.requests
            }
        }
    }

    /// Routes requests and replies.
    private struct RequestRouter {
        private let socket: LibzmqSocket
        private let behaviour: Behaviour
        private var worker: [UInt8]?
        /// The clients that wait for an answer, by token.
        private var clients: [[UInt8]: [UInt8]] = [:]
        private var waiting: [[[UInt8]]] = []
        private(set) var offers = 0
        private(set) var requests = 0

        init(_ socket: LibzmqSocket, _ behaviour: Behaviour) {
            self.socket = socket
            self.behaviour = behaviour
        }

        /// Handles a message; its first frame is the sender.
        mutating func take(_ frames: [[UInt8]]) throws {
            guard frames.count > 2 else { return }
            let (peer, command) = (frames[0], frames[2])
            if frames[1] == LibzmqMessages.worker {
                switch Majordomo.WorkerCommand(rawValue: command[0]) {
                case .ready:
                    worker = peer
                    offers += 1
                case .heartbeat where behaviour.sendsHeartbeats:
                    try socket.send([peer, LibzmqMessages.worker, command])
                case .final:
                    guard let client = clients.removeValue(forKey: frames[3]) else { return }
                    try answer(client, frames[5], frames[6])
                default: return
                }
            } else if command[0] == Majordomo.ClientCommand.request.rawValue {
                waiting.append(frames)
            }
            try passOn()
        }

        private mutating func passOn() throws {
            guard worker != nil || !behaviour.hasWorker else { return }
            for frames in waiting {
                requests += 1
                if let worker {
                    let token = Array("\(1_000_000_000_000_000 + requests)".utf8)
                    clients[token] = frames[0]
                    let command = [Majordomo.WorkerCommand.request.rawValue]
                    try socket.send([worker, LibzmqMessages.worker, command, token] + frames[3...])
                } else {
                    let body = try LibzmqMessages.reply(header: frames[4], payload: frames[5], instance: "libzmq")
                    try answer(frames[0], body[0], body[1])
                }
            }
            waiting = []
        }

        private func answer(_ client: [UInt8], _ header: [UInt8], _ payload: [UInt8]) throws {
            let good = [LibzmqMessages.client, [Majordomo.ClientCommand.final.rawValue], [], header, payload]
            for message in behaviour.answers(requests, good) { try socket.send([client] + message) }
        }
    }
}
