import ContractDocuments
import Contracts
import Crypto
import FoundationEssentials
import HTTPTypes
package import Hummingbird
import NIOCore

/// A document about the interface, encoded once.
package struct PublishedDocument: Sendable {
    let body: ByteBuffer
    private let entityTag: ContentTag
    let mediaType: String
    /// Headers that only this document has.
    let headers: HTTPFields

    init(_ text: String, mediaType: String, headers: HTTPFields = [:]) {
        body = ByteBuffer(string: text)
        entityTag = ContentTag(Array(text.utf8))
        self.mediaType = mediaType
        self.headers = headers
    }

    /// Returns the document, or 304 to a client that has it.
    package func response(ifNoneMatch: String?) -> Response {
        var headers = headers
        headers[.eTag] = entityTag.text
        headers[.cacheControl] = "no-cache"
        headers[.xContentTypeOptions] = "nosniff"
        if entityTag.isKnown(by: ifNoneMatch) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = mediaType
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    static func hash(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}

/// The documents that a gateway publishes, made when the first one is requested.
package struct PublishedDocuments: Sendable {
    package let openAPIText: PublishedDocument
    package let openAPIJSON: PublishedDocument
    package let apiPage: PublishedDocument

    /// Made in a task, because it takes some tenths of a second, in which an event loop would answer nothing else.
    package static let current = Task { try PublishedDocuments(HTTPModel.current()) }

    init(_ model: HTTPModel) {
        let document = OpenAPIDocument(model)
        openAPIText = PublishedDocument(document.text, mediaType: "application/yaml")
        openAPIJSON = PublishedDocument(document.yaml.json, mediaType: "application/json")
        apiPage = PublishedDocument(
            APIPage(model).html,
            mediaType: "text/html; charset=utf-8",
            headers: Self.pageHeaders
        )
    }

    /// The page loads, runs and embeds nothing; its style sheet is known by its hash.
    private static var pageHeaders: HTTPFields {
        let style = Data(PublishedDocument.hash(APIPage.style)).base64EncodedString()
        var headers: HTTPFields = [
            .contentSecurityPolicy: """
            default-src 'none'; style-src 'sha256-\(style)'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
            """
        ]
        headers[.referrerPolicy] = "no-referrer"
        return headers
    }
}

/// Serves the OpenAPI document, and the page that shows it to people.
struct DocumentRoutes {
    private static let documents: [(RouteDescription, @Sendable (PublishedDocuments) -> PublishedDocument)] = [
        (SpecialRoutes.openAPIText, { $0.openAPIText }), (SpecialRoutes.openAPIJSON, { $0.openAPIJSON }),
        (SpecialRoutes.apiPage, { $0.apiPage }),
    ]

    func add(to table: inout RouteTable) throws(RouteRefusal) {
        for (route, document) in Self.documents {
            try table.handle(route) { request, _ in
                let documents = try await PublishedDocuments.current.value
                return document(documents).response(ifNoneMatch: request.headers[.ifNoneMatch])
            }
        }
    }
}
