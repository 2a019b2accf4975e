/// What one request may send or ask for.
///
/// Values that other code names stand there, beside what they limit; each is written once.
extension ServerLimit {
    /// The limits of a request, in the order of the reference.
    static let requests = [
        ServerLimit(
            Method.payloadBytesMax,
            .bytes,
            "size of a body",
            status: 413,
            "The largest message between processes. Files have limits of their own."
        ),
        ServerLimit(
            HTTPLimits.openBodyBytesMax,
            .bytes,
            "size of a body without sign-in, and below `/v1/auth`",
            status: 413,
            "Enough for a registration with a profile."
        ),
        ServerLimit(ImageTransfer.imageBytesMax, .bytes, "size of an image", status: 413, "A photo of a phone."),
        ServerLimit(
            ImportTransfer.fileBytesMax,
            .bytes,
            "size of a file to import",
            status: 413,
            "Decades of a diary as text."
        ),
        ServerLimit(DiaryDays.daysMax, .days, "range of `GET /v1/diary/days`", status: 422, "A month."),
        ServerLimit(DiaryProgress.daysMax, .days, "range of `GET /v1/diary/progress`", status: 422, "Ten years."),
        ServerLimit(
            DiaryProgress.stepsMax,
            .count,
            "days, weeks or months in one reply about progress",
            status: 422,
            "Four years by day, which fit into one message."
        ),
    ]
}
