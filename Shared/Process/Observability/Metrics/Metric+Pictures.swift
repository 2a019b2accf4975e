// Metrics of the pictures of foods that the catalog fetches from other servers.
extension Metric {
    package static let remotePictures = Metric(
        "remote_pictures_total",
        .counter,
        by: ["outcome"],
        "Pictures asked for at other servers: `fetched`, `cached` (a remembered failure, too), `limited` by a rate or after failures, `timedOut`, `unreachable`, `refused` by the server, or `unreadable`."
    )

    static let pictures = [remotePictures]
}
