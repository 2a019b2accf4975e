// Metrics of a service's database.
extension Metric {
    package static let commitSeconds = Metric(
        "storage_commit_duration_seconds",
        .histogram,
        bounds: Buckets.seconds,
        "Duration of a commit, including all its writes and the wait for the disk."
    )
    package static let commitWrites = Metric(
        "storage_commit_writes",
        .histogram,
        bounds: Buckets.writes,
        "Writes per commit."
    )
    package static let commitFailures = Metric(
        "storage_commit_failures_total",
        .counter,
        by: ["reason"],
        "Failed commits: `full` for a full disk, `io` for a disk error, `other`."
    )
    package static let writesWaiting = Metric("storage_writes_waiting", .gauge, "Writes that wait for the next commit.")
    package static let databaseBytes = Metric("storage_database_bytes", .gauge, "Size of the database file.")
    package static let logBytes = Metric("storage_wal_bytes", .gauge, "Size of the write-ahead log.")
    package static let diskFreeBytes = Metric(
        "storage_disk_free_bytes",
        .gauge,
        "Free space that the service may use on the disk of its database."
    )

    package static let diskBytes = Metric("storage_disk_bytes", .gauge, "Size of the disk of the service's database.")
    package static let lastBackup = Metric(
        "storage_last_backup_time_seconds",
        .gauge,
        "Start of the last backup of the data directory, in seconds since 1970; missing without a backup."
    )

    static let storage = [
        commitSeconds, commitWrites, commitFailures, writesWaiting, databaseBytes, logBytes, diskFreeBytes, diskBytes,
        lastBackup,
    ]
}
