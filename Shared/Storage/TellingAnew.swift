package import Contracts

// Outboxes do not tell what a service has known for long. When a version tells more than the one before, and when a
// service begins to follow another one that has lived for a while, the first thing to come is a snapshot.
extension Migration {
    /// Has every subscriber of a service reload once, because it tells more from this version on.
    package static func tellingAnew(_ name: String) -> Migration {
        Migration(name, "UPDATE epoch SET value = lower(hex(randomblob(16)));")
    }

    /// Has a service begin with the snapshots of those whom it follows from this version on, or follows for more.
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
