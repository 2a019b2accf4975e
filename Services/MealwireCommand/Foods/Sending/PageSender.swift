package import Contracts

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

    /// Sends a page, and repeats it while the catalog is away or overloaded.
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
