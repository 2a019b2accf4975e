package import Contracts
import Storage

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
