public import Contracts

/// What happens to the data of the user on any device.
public enum LiveEvent: Sendable, Equatable {
    /// Fetch all data that is shown: hints may have been missed.
    ///
    /// It is the first event of a sequence, because nothing is known of changes before.
    case reset
    /// Fetch the data that the hint names.
    case hint(LiveHint)
}

/// Changes of the user's data, as they happen: a sequence that reconnects by itself.
///
/// It ends when its task is cancelled. It throws if the session has ended, or if the token lacks the scope
/// `diary:read`. Begin another sequence after another sign-in.
public struct LiveEvents: AsyncSequence, Sendable {
    /// What the sequence contains.
    public typealias Element = LiveEvent

    let client: MealwireClient
    let lastEventID: String?

    /// Begins to listen.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(client: client, lastEventID: lastEventID) }

    /// Reads ``LiveEvents``.
    public struct AsyncIterator: AsyncIteratorProtocol {
        /// The pause before a new connection, until the server demands another one.
        private static let usualRetry = Duration.seconds(3)
        /// The longest pause after failures.
        private static let longestPause = Duration.seconds(60)

        private let client: MealwireClient
        private var parser: EventStreamParser
        private var chunks: ByteStream.AsyncIterator?
        private var waiting: [LiveEvent] = []
        private var retry = usualRetry
        /// Connections without any byte since the last one with some.
        private var failures = 0
        /// Whether the connection continues no earlier one, and nothing has arrived yet.
        private var isNew = false

        init(client: MealwireClient, lastEventID: String?) {
            self.client = client
            parser = EventStreamParser(lastID: lastEventID)
        }

        /// The id of the newest event; give it to ``MealwireClient/liveEvents(after:)`` to continue there later.
        public var lastEventID: String? { parser.lastID }

        /// Returns the next event; nil after a cancellation.
        public mutating func next() async throws -> LiveEvent? {
            while waiting.isEmpty {
                guard !Task.isCancelled else { return nil }
                do {
                    try await receive()
                } catch is CancellationError {
                    return nil
                } catch {
                    chunks = nil
                    guard try await pauseIfTemporary(after: error) else { throw error }
                }
            }
            return waiting.removeFirst()
        }

        /// Waits for a chunk, after connecting if necessary.
        private mutating func receive() async throws {
            if chunks == nil {
                isNew = parser.lastID == nil
                chunks = try await client.openLiveStream(after: parser.lastID).makeAsyncIterator()
                // An event that was cut off is sent again.
                parser = EventStreamParser(lastID: parser.lastID)
            }
            guard let chunk = try await chunks?.next() else { throw ClientError.unreachable("the stream has ended") }
            failures = 0
            let events = try parser.read(chunk).map(Self.event)
            // The server reports changes from now on; what the app has may be older.
            if isNew, events.first != .reset { waiting.append(.reset) }
            isNew = false
            waiting += events
            if let demanded = parser.retry { retry = demanded }
        }

        /// Waits before the next connection.
        ///
        /// - Returns: False for an error that would come again.
        private mutating func pauseIfTemporary(after error: any Error) async throws -> Bool {
            let demanded: Duration
            switch error {
            case ClientError.unreachable, ClientError.timedOut, ClientError.notStored: demanded = .zero
            case let problem as MealwireProblem where problem.isTemporary: demanded = problem.retryAfter ?? .zero
            default: return false
            }
            let pause = Swift.min(retry * (1 << Swift.min(failures, 16)), Self.longestPause)
            failures += 1
            do {
                try await client.sleep(Swift.max(pause, demanded))
            } catch {
                // Cancelled: the loop ends.
            }
            return true
        }

        /// An event that this version does not know may concern anything.
        private static func event(_ event: EventStreamParser.Event) -> LiveEvent {
            guard event.name == "hint",
                let hint = try? PayloadCoder.decodeReply(LiveHint.self, from: Array(event.data.utf8))
            else { return .reset }
            return .hint(hint)
        }
    }
}

extension MealwireClient {
    /// Returns the changes of the user's data on all devices; needs the scope `diary:read`.
    ///
    /// - Parameter lastEventID: The id of the last event of an earlier sequence, to get the events since then.
    /// - Returns: The sequence, which connects when it is read.
    public nonisolated func liveEvents(after lastEventID: String? = nil) -> LiveEvents {
        LiveEvents(client: self, lastEventID: lastEventID)
    }

    func openLiveStream(after lastEventID: String?) async throws -> ByteStream {
        var headers = ["Accept": "text/event-stream", "Cache-Control": "no-store"]
        headers["Last-Event-ID"] = lastEventID
        let call = Call(SpecialRoutes.live, headers: headers, isRepeatable: false, attemptTimeout: nil)
        return try await response(to: call).body
    }

    /// Waits at least a time, and up to half of it longer, so that clients do not return together.
    func sleep(_ time: Duration) async throws {
        try await environment.sleep(time + ClientOptions.fraction(of: time / 2, environment.random()))
    }
}
