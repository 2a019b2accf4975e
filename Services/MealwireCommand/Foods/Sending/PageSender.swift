package import Contracts

/// Sends pages, each until it is answered.
package struct PageSender: Sendable {
    /// Sends a page once.
    package typealias Call = @Sendable (CatalogImport) async throws(ServiceError) -> CatalogImport.Reply
    /// Waits for so many milliseconds.
    package typealias Pause = @Sendable (Int) async -> Void

    private let call: Call
    private let pause: Pause
    private let ledger: ImportLedger

    package init(ledger: ImportLedger, pause: @escaping Pause, call: @escaping Call) {
        self.ledger = ledger
        self.pause = pause
        self.call = call
    }

    /// Sends a page, and again if the catalogue is away or has no room at the moment.
    ///
    /// - Parameter page: The page.
    /// - Returns: What became of its rows.
    /// - Throws: What the catalogue answered last.
    package func send(_ page: FoodPage) async throws(ServiceError) -> CatalogImport.Reply {
        let request = page.request
        var patience = PagePatience()
        while true {
            do throws(ServiceError) {
                return try await call(request)
            } catch {
                guard !ledger.isOver, let pauseMs = patience.pauseMs(after: error.code) else { throw error }
                ledger.willSendAgain(error)
                await pause(pauseMs)
                guard !ledger.isOver else { throw error }
            }
        }
    }
}
