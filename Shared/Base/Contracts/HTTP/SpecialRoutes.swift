/// The routes that are no call of one method.
///
/// The gateway has code for each, which it registers under the description.
package enum SpecialRoutes {
    /// All descriptions; add each new one here.
    package static let all = server + documents + files + images + composed + administration

    private static let server = [live, meta, isAlive, isReady, metrics, privacy, securityContact]

    /// Hints reveal when something was eaten, but nothing else about it; hence the scope.
    package static let live = RouteDescription(
        .get,
        "/v1/events",
        "Streams hints about changes of the caller's data, so that a client fetches them again.",
        access: .user,
        scope: .diaryRead,
        parameters: [
            .init("Accept", in: .header, .text, "Must allow `text/event-stream`, if it is given."),
            .init("Last-Event-ID", in: .header, .text, "The id of the last message received, after an interruption."),
        ],
        responses: [
            .init(
                200,
                .events(LiveHint.self),
                "Messages `hint`, and `reset` with an empty object, after which a client fetches everything."
            )
        ],
        errors: [.unsupportedMediaType, .tooManyRequests, .overloaded]
    )

    package static let meta = RouteDescription(
        .get,
        "/v1/meta",
        "Returns the server's version, features and languages.",
        responses: [.init(200, .json(ServerMeta.self), "What the server offers.")]
    )

    package static let isAlive = RouteDescription(
        .get,
        "/health/live",
        "Returns whether the gateway runs.",
        responses: [.init(200, .json(Liveness.self), "The gateway runs.")]
    )

    package static let isReady = RouteDescription(
        .get,
        "/health/ready",
        "Returns whether all services are ready.",
        responses: [
            .init(200, .json(Readiness.self), "All services are ready."),
            .init(503, .json(Readiness.self), "At least one service is not ready."),
        ]
    )

    /// The media type of Prometheus's exposition format.
    package static let metricsMediaType = "text/plain; version=0.0.4; charset=utf-8"

    package static let metrics = RouteDescription(
        .get,
        "/metrics",
        "Returns the metrics of all processes for Prometheus, to programs on the server's host or with a token.",
        parameters: [
            .init("Authorization", in: .header, .text, "`Bearer` with the operator's `metrics.token`, for other hosts.")
        ],
        responses: [.init(200, .text(mediaType: metricsMediaType), "The metrics.")],
        errors: [.forbidden]
    )

    package static let privacy = RouteDescription(
        .get,
        "/legal/privacy",
        "Returns the privacy notice in the reader's language.",
        parameters: [
            .init("language", in: .query, .text, "The language: `en`, `uk` or `th`. Others are ignored."),
            .init("Accept-Language", in: .header, .text, "The preferred languages, without the parameter `language`."),
        ],
        responses: [.init(200, .text(mediaType: "text/html; charset=utf-8"), "A page without scripts.")]
    )

    package static let securityContact = RouteDescription(
        .get,
        "/.well-known/security.txt",
        "Returns how to report a vulnerability (RFC 9116), if the operator has set an address.",
        responses: [.init(200, .text(mediaType: "text/plain; charset=utf-8"), "The file.")],
        errors: [.notFound]
    )
}

/// Files of diaries and accounts.
extension SpecialRoutes {
    private static let files = [diaryImport, diaryExport, accountExport]

    package static let diaryImport = RouteDescription(
        .post,
        "/v1/diary/imports",
        "Reads a file as a diary, and returns a preview of its import without changing the diary.",
        calls: DiaryImportsMake.method,
        scope: .diaryWrite,
        parameters: [
            .init(
                "format",
                in: .query,
                .choice(DiaryImportFormat.allCases.map(\.rawValue)),
                isRequired: true,
                "The application that wrote the file."
            ),
            .init(
                "dateOrder",
                in: .query,
                .choice(DateOrder.allCases.map(\.rawValue)),
                "The order of the parts of a date; required for dates that are not written YYYY-MM-DD."
            ),
        ],
        requestBody: .bytes(mediaTypes: ImportTransfer.mediaTypes, maximum: ImportTransfer.fileBytesMax),
        responses: [.init(201, .json(DiaryImport.self), "What applying the import would do.")],
        errors: [.invalid, .conflict, .tooManyRequests],
        takesKey: true
    )

    package static let diaryExport = RouteDescription(
        .get,
        "/v1/diary/export",
        "Returns the caller's diary as a file that can be imported again.",
        calls: DiaryExport.method,
        scope: .diaryRead,
        parameters: [
            .init(
                "format",
                in: .query,
                .choice(DiaryExport.Format.allCases.map(\.rawValue)),
                isRequired: true,
                "The format of the file."
            )
        ],
        responses: [
            .init(200, .bytes(mediaTypes: ["text/csv; charset=utf-8", "application/json"], maximum: nil), "The file.")
        ],
        errors: [.conflict, .tooManyRequests]
    )

    package static let accountExport = RouteDescription(
        .get,
        "/v1/account/exports/{id}",
        "Downloads an export of all data about the caller, in the session that created it.",
        calls: AuthExportsGet.method,
        parameters: [.init("id", in: .path, .uuid, "The id of the export.")],
        responses: [
            .init(
                200,
                .bytes(mediaTypes: ["application/json"], maximum: nil),
                "One JSON document; its last field, `complete`, is missing if the download was interrupted."
            )
        ],
        errors: [.notFound, .tooManyRequests]
    )
}
