package import Contracts
package import Logging
import MessageBus

/// The services that sign the addresses of images: the profile service for users, and the diary for foods.
///
/// Both answer only for users that share at that moment. The leaderboard stores no images and no addresses, so that
/// none is left when a user stops sharing.
package struct ImageSources: Sendable {
    package typealias People =
        @Sendable (ProfileImageAddresses, RequestContext) async throws -> ProfileImageAddresses.Reply
    package typealias Entries =
        @Sendable (DiaryEntriesImageAddresses, RequestContext) async throws -> DiaryEntriesImageAddresses.Reply

    /// The longest wait for addresses, in milliseconds: a list without images is better than a late one.
    private static let timeoutMs = 1_000

    private let people: People
    private let entries: Entries
    private let logger: Logger

    /// Creates the sources.
    ///
    /// - Parameters:
    ///   - people: Asks the profile service.
    ///   - entries: Asks the diary.
    ///   - logger: Receives a line for each reply without images.
    package init(people: @escaping People, entries: @escaping Entries, logger: Logger) {
        self.people = people
        self.entries = entries
        self.logger = logger
    }

    /// Asks the other services over the bus.
    init(_ bus: MessageBus, _ logger: Logger) {
        self.init(
            people: { try await bus.call($0, $1) },
            entries: { try await bus.call($0, $1) },
            logger: logger
        )
    }

    /// Returns the addresses of the images of users; empty if the profile service does not answer.
    ///
    /// - Throws: `CancellationError` if the caller has stopped waiting.
    func addresses(of users: some Sequence<UserID>, _ context: RequestContext) async throws -> [UserID: String] {
        let users = Set(users).sorted().prefix(ProfileImageAddresses.usersMax)
        guard !users.isEmpty else { return [:] }
        let reply = try await nilIfUnavailable(.profile) {
            try await people(ProfileImageAddresses(users: Array(users)), context.forImages(Self.timeoutMs))
        }
        return Dictionary(reply?.items.map { ($0.user, $0.imageURL) } ?? []) { first, _ in first }
    }

    /// Returns the addresses of the images of entries; empty if the diary does not answer.
    ///
    /// - Throws: `CancellationError` if the caller has stopped waiting.
    func addresses(
        of shown: some Sequence<DiaryEntriesImageAddresses.Entry>,
        _ context: RequestContext
    ) async throws -> [DiaryEntriesImageAddresses.Entry: String] {
        let shown = Array(shown.prefix(DiaryEntriesImageAddresses.entriesMax))
        guard !shown.isEmpty else { return [:] }
        let reply = try await nilIfUnavailable(.diary) {
            try await entries(DiaryEntriesImageAddresses(entries: shown), context.forImages(Self.timeoutMs))
        }
        return Dictionary(reply?.items.map { ($0.entry, $0.imageURL) } ?? []) { first, _ in first }
    }

    private func nilIfUnavailable<Reply>(_ service: ServiceName, _ question: () async throws -> Reply) async throws
        -> Reply?
    {
        do {
            return try await question()
        } catch {
            try Task.checkCancellation()
            // The code alone, because a message could contain personal data.
            let code = (error as? ServiceError)?.code.rawValue ?? "\(type(of: error))"
            logger.warning("a list has no images", metadata: ["service": "\(service)", "error": "\(code)"])
            return nil
        }
    }
}

extension RequestContext {
    /// Returns a context of the process for a call that the request can do without, with half of its remaining time.
    fileprivate func forImages(_ timeoutMs: Int) -> RequestContext {
        RequestContext(
            id: id,
            // The services answer processes, not users.
            principal: nil,
            idempotencyKey: nil,
            deadline: .after(milliseconds: min(timeoutMs, deadline.millisecondsLeft / 2)),
            traceparent: traceparent
        )
    }
}

extension LeaderboardService {
    /// Returns rows of a board with the images of their users.
    func withImages(_ rows: [LeaderboardTop.Row], _ context: RequestContext) async throws -> [LeaderboardTop.Row] {
        guard let addresses = try await images?.addresses(of: rows.map(\.userId), context) else { return rows }
        return rows.map { $0.with(addresses) }
    }
}

extension LeaderboardTop.Row {
    /// Returns the row with the user's image.
    func with(_ addresses: [UserID: String]) -> LeaderboardTop.Row {
        var row = self
        row.imageURL = addresses[userId]
        return row
    }
}
