package import Contracts

// Outboxes only contain recent changes. Subscribers therefore load a snapshot first in two cases: a version publishes
// more than the one before, or a service subscribes to an older service.
extension Migration {
    /// Makes every subscriber of a service reload once, because the service publishes more from this version on.
    package static func tellingAnew(_ name: String) -> Migration {
        Migration(name, "UPDATE epoch SET value = lower(hex(randomblob(16)));")
    }

    /// Makes a service load snapshots of the sources that it newly follows, or follows for more data.
    ///
    /// No outbox has the empty epoch; see ``Store/beginReload(of:)``.
    package static func reloading(_ name: String, _ sources: [ServiceName]) -> Migration {
        let statements = sources.map { source in
            """
            INSERT INTO cursor (source, epoch, sequence) VALUES ('\(source.rawValue)', '', 0)
            ON CONFLICT (source) DO UPDATE SET epoch = '', sequence = 0, event = NULL;
            """
        }
        return Migration(name, statements.joined(separator: "\n"))
    }
}
