package import Contracts
import Synchronization

/// Sends pages, and repeats each until it is answered.
package struct PageSender: Sendable {
    /// Sends a page once.
    package typealias Call = @Sendable (CatalogImport) async throws(ServiceError) -> CatalogImport.Reply
    /// Waits for the given number of milliseconds.
    package typealias Pause = @Sendable (Int) async -> Void

    private let call: Call
    private let pause: Pause
    private let status: ImportStatus

    package init(status: ImportStatus, pause: @escaping Pause, call: @escaping Call) {
        self.status = status
        self.pause = pause
        self.call = call
    }

    /// Sends a page, and repeats it while the catalog is unavailable or overloaded.
    ///
    /// - Parameter page: The page.
    /// - Returns: The catalog's reply.
    /// - Throws: The last error of the catalog.
    package func send(_ page: FoodPage) async throws(ServiceError) -> CatalogImport.Reply {
        let request = page.request
        var retryPolicy = RetryPolicy()
        while true {
            do throws(ServiceError) {
                return try await call(request)
            } catch {
                guard !status.isOver, let pauseMs = retryPolicy.pauseMs(after: error.code) else { throw error }
                status.willSendAgain(error)
                await pause(pauseMs)
                guard !status.isOver else { throw error }
            }
        }
    }
}

/// Decides whether and when to send a failed page again.
///
/// Repeating a page is safe: the same source and source id identify the same food.
package struct RetryPolicy: Sendable {
    /// The total cost of failures before giving up; about two minutes for a stack that restarts.
    private static let budget = 60
    /// The cost of a failure that took long or that the page may have caused.
    private static let costOfHeavy = 20
    private static let pauseMs = (first: 250, last: 2_000)

    private var cost = 0
    private var nextPauseMs = Self.pauseMs.first

    package init() {}

    /// Returns the pause before the next attempt.
    ///
    /// - Parameter code: The code of the failure.
    /// - Returns: The pause in milliseconds; nil to give up.
    package mutating func pauseMs(after code: ErrorCode) -> Int? {
        guard let failureCost = Self.cost(of: code) else { return nil }
        cost += failureCost
        guard cost < Self.budget else { return nil }
        defer { nextPauseMs = min(2 * nextPauseMs, Self.pauseMs.last) }
        return nextPauseMs
    }

    /// Returns the cost of a failure; nil if another attempt would not help.
    private static func cost(of code: ErrorCode) -> Int? {
        switch code {
        case .overloaded, .unavailable, .busy, .tooManyRequests: 1
        case .deadlineExceeded, .workerCrashed, .outcomeUnknown: costOfHeavy
        // A full disk and all other failures need an operator.
        default: nil
        }
    }
}

/// The keys of the rows in flight, which the reading thread checks before it sends another row with the same key.
final class UnansweredRows: Sendable {
    private let pages = Mutex<[Set<RowKey>]>([])

    func add(_ page: FoodPage) { pages.withLock { $0.append(page.keys) } }

    /// Removes a page that was answered or given up.
    func remove(_ page: FoodPage) {
        pages.withLock { pages in
            if let index = pages.firstIndex(of: page.keys) { pages.remove(at: index) }
        }
    }

    func contains(_ key: RowKey) -> Bool { pages.withLock { pages in pages.contains { $0.contains(key) } } }
}
