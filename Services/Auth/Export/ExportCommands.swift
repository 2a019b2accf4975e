import Calendar
package import Contracts
package import FoundationEssentials
package import Storage

extension AuthService {
    /// Allows the caller's session to download all data that is stored about the user.
    package func createExport(_ request: AuthExportsCreate, _ context: RequestContext) async throws -> AccountExport {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        guard let account = try await store.read({ try $0.account(principal.user) }) else {
            throw ServiceError(.unauthenticated, "This account does not exist any more.")
        }
        guard try await verifyPassword(request.password, of: account, context) else {
            throw try await countFailedPassword(of: account, context)
        }
        let (nowS, counters) = (nowS, try counters(ofReauthentication: context))
        return try await store.writeIdempotently(ExportIdentity(), context) { transaction in
            guard try transaction.reader.account(principal.user)?.passwordHash == account.passwordHash else {
                throw ServiceError(.conflict, "The password was changed meanwhile.")
            }
            try transaction.clearFailures(counters)
            if let seconds = try transaction.reader.exportsBlockedForS(of: principal.user, at: nowS) {
                throw Self.tooManyExports(forS: seconds)
            }
            let id = ExportID.make()
            try transaction.insertExport(id, of: principal.user, from: principal.session, at: nowS)
            return AccountExport(id, createdAtS: nowS)
        }
    }

    private static func tooManyExports(forS seconds: Int) -> ServiceError {
        ServiceError(
            .tooManyRequests,
            "You can export your data \(AuthExportsCreate.openMax) times an hour; try again later.",
            params: ["retryAfterSeconds": "\(seconds)"]
        )
    }
}

/// The idempotency identity: without the password, because the database would store a fast hash of it.
private struct ExportIdentity: Contract {
    typealias Reply = AccountExport

    static var method: Contracts.Method { AuthExportsCreate.method }
}

extension AccountExport {
    /// Creates the reply for an export that was allowed at the given time, in seconds since 1970.
    init(_ id: ExportID, createdAtS: Int) {
        func text(_ seconds: Int) -> String { Timestamp.text(Date(timeIntervalSince1970: Double(seconds))) }
        self.init(
            id: id,
            createdAt: text(createdAtS),
            expiresAt: text(createdAtS + AuthExportsCreate.lifetimeS)
        )
    }
}

extension AuthService {
    /// Counts a download, and returns the export.
    package func downloadExport(_ request: AuthExportsGet, _ context: RequestContext) async throws -> AccountExport {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        let (nowS, usedAfterS) = (nowS, nowS - lifetimes.idleS)
        return try await store.write(context) { transaction in
            // An access token stays valid for minutes after its session ended, perhaps because it was stolen.
            guard try transaction.reader.isOpen(principal.session, of: principal.user, usedAfterS: usedAfterS),
                let download = try transaction.countDownload(of: request.id, principal, at: nowS)
            else { throw ServiceError.notFound("export") }
            guard download.count <= AuthExportsGet.downloadsMax else {
                throw ServiceError(
                    .tooManyRequests,
                    "An export can be downloaded \(AuthExportsGet.downloadsMax) times; create another one.",
                    params: ["retryAfterSeconds": "\(download.createdAt + AuthExportsCreate.lifetimeS - nowS)"]
                )
            }
            return AccountExport(request.id, createdAtS: download.createdAt)
        }
    }
}

/// Deletes expired exports.
package struct ExportSweeper: Sendable {
    /// A row holds only ids and two numbers, so it may stay a minute longer than the hour of an export.
    static let interval = Duration.seconds(60)

    private let store: Store
    private let now: @Sendable () -> Date

    package init(store: Store, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.now = now
    }

    package func sweep() async throws {
        let nowS = Int(now().timeIntervalSince1970.rounded(.down))
        guard try await store.read({ try $0.hasExpiredExports(at: nowS) }) else { return }
        try await store.write { try $0.deleteExpiredExports(at: nowS) }
    }
}
