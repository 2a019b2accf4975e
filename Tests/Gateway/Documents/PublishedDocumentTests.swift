import Contracts
import Gateway
import HTTPServer
import HTTPTypes
import Hummingbird
import Testing

/// The documents about the interface that the gateway serves.
struct PublishedDocumentTests {
    @Test func `a document has an entity tag, and a client that has it gets 304`() async throws {
        let documents = try await PublishedDocuments.current.value
        let first = documents.openAPIJSON.response(ifNoneMatch: nil)
        #expect(first.status == .ok)
        #expect(first.headers[.contentType] == "application/json")
        let tag = try #require(first.headers[.eTag])
        #expect(documents.openAPIJSON.response(ifNoneMatch: tag).status == .notModified)
        #expect(documents.openAPIJSON.response(ifNoneMatch: "\"other\", W/\(tag)").status == .notModified)
        #expect(documents.openAPIJSON.response(ifNoneMatch: "\"other\"").status == .ok)
        #expect(documents.openAPIText.response(ifNoneMatch: tag).status == .ok)
    }

    @Test func `the page may load nothing but its own style sheet`() async throws {
        let page = try await PublishedDocuments.current.value.apiPage.response(ifNoneMatch: nil)
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
        #expect(!policy.contains("unsafe"))
    }

    @Test func `each error code has the standard reason of its status`() {
        let standard: [HTTPResponse.Status] = [
            .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .conflict, .preconditionFailed,
            .contentTooLarge, .unsupportedMediaType, .unprocessableContent, .tooManyRequests, .internalServerError,
            .badGateway, .serviceUnavailable, .gatewayTimeout,
        ]
        for status in standard {
            let codes = ErrorCode.allCases.filter { $0.status.code == status.code }
            #expect(codes.allSatisfy { $0.httpStatus.reasonPhrase == status.reasonPhrase })
            #expect(!codes.isEmpty, "\(status)")
        }
    }
}
