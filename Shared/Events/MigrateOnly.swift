import Contracts
import Logging
import ServiceKit
import Storage

extension EarlyEnd {
    /// Migrates a database and reports the effects as JSON.
    init(rehearsing path: String, _ migrations: [Migration], _ logger: Logger) async throws {
        let rehearsal = try await MigrationRehearsal(path, migrations: migrations, logger: logger)
        self.init(saying: String(decoding: try PayloadCoder.encode(rehearsal), as: UTF8.self))
    }
}
