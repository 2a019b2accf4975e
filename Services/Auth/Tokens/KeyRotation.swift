import Logging
import ServiceLifecycle

/// Looks from time to time whether a new signing key is due, and forgets old ones.
struct KeyRotation: Service {
    /// Keys live for weeks, and the shortest lead is a minute.
    private static let interval = Duration.seconds(60)

    let auth: AuthService
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            repeat {
                do {
                    try await auth.rotateKeysIfDue()
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("signing keys could not be looked after", metadata: ["error": "\(error)"])
                }
            } while (try? await Task.sleep(for: Self.interval)) != nil
        }
    }
}
