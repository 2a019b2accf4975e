/// Documents about the interface itself.
extension SpecialRoutes {
    static let documents = [openAPIText, openAPIJSON, apiPage]

    package static let openAPIText = document(
        "/openapi.yaml",
        "Returns this interface as an OpenAPI 3.1 document in YAML.",
        mediaType: "application/yaml"
    )
    package static let openAPIJSON = document(
        "/openapi.json",
        "Returns this interface as an OpenAPI 3.1 document in JSON.",
        mediaType: "application/json"
    )
    package static let apiPage = document(
        "/docs",
        "Returns this interface as a page for people.",
        mediaType: "text/html; charset=utf-8"
    )

    private static func document(_ path: String, _ summary: String, mediaType: String) -> RouteDescription {
        RouteDescription(
            .get,
            path,
            summary,
            parameters: [.init("If-None-Match", in: .header, .text, "The `ETag` of a document that the client has.")],
            responses: [
                .init(200, .bytes(mediaTypes: [mediaType], maximum: nil), "The document."),
                .init(304, nil, "The client has the newest document."),
            ]
        )
    }
}
