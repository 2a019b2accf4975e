// Metrics of a service's database.
extension Metric {
    package static let commitSeconds = Metric(
        "storage_commit_duration_seconds",
        .histogram,
        bounds: Buckets.seconds,
        "How long a commit took, with all writes in it and the wait for the disk."
    )
    package static let commitWrites = Metric(
        "storage_commit_writes",
        .histogram,
        bounds: Buckets.writes,
        "Writes that shared a commit."
    )
    package static let commitFailures = Metric(
        "storage_commit_failures_total",
        .counter,
        by: ["reason"],
        "Commits that failed: `full` for a disk without room, `io` for one that failed, `other`."
    )
    package static let writesWaiting = Metric("storage_writes_waiting", .gauge, "Writes that wait for the next commit.")
    package static let databaseBytes = Metric("storage_database_bytes", .gauge, "Size of the database file.")
    package static let logBytes = Metric("storage_wal_bytes", .gauge, "Size of the write-ahead log.")
    package static let diskFreeBytes = Metric(
        "storage_disk_free_bytes",
        .gauge,
        "Room that the service may still use on the disk of its database."
    )

    static let storage = [
        commitSeconds, commitWrites, commitFailures, writesWaiting, databaseBytes, logBytes, diskFreeBytes,
    ]
}
