/// Pictures of foods that the catalog fetches from other servers, and its own drawings.
extension ServerLimit {
    /// What happens instead of an error, because an `<img>` element cannot show one.
    private static let shown = "Beyond it, the food has its drawing."

    package static let remotePictureBytes = ServerLimit(
        2 << 20,
        .bytes,
        "picture of a food at another server",
        "Ten times what sources send. \(shown)"
    )
    package static let remotePictureS = ServerLimit(
        4,
        .seconds,
        "time in which another server must send a picture",
        "A client waits for it. \(shown)"
    )
    package static let remotePicturesAtOnce = ServerLimit(
        32,
        .count,
        "pictures that are fetched at once",
        "More than a list of foods shows. \(shown)"
    )
    package static let remotePicturesPerMinute = ServerLimit(
        300,
        .count,
        "pictures that are fetched in a minute",
        "Few enough for servers that others use, too. \(shown)"
    )
    package static let remotePictureCacheBytes = ServerLimit(
        16 << 20,
        .bytes,
        "fetched pictures in memory",
        "The one that was used least recently makes room."
    )
    package static let drawingBytes = ServerLimit(
        4 << 10,
        .bytes,
        "drawing of a food",
        "The catalog holds all drawings in memory. A larger one stops its start."
    )
}
