package import Contracts
package import HTTPTypes
package import Hummingbird
import NIOCore

/// A problem document (RFC 9457) with the contract's code and parameters, which clients translate.
package struct Problem: Encodable {
    private enum CodingKeys: CodingKey {
        case type
        case title
        case status
        case detail
        case code
        case params
        case errors
    }

    /// The default of `Retry-After`, in seconds.
    private static let retryAfterS = 1

    let type = "about:blank"
    let title: String
    let status: Int
    let detail: String
    let code: ErrorCode
    let params: [String: String]
    let errors: [FieldError]?
    /// The current state of the resource after a version conflict, as JSON; written as the member `current`.
    let current: JSONText?

    package init(_ error: ServiceError) {
        let status = error.code.httpStatus
        title = status.reasonPhrase
        self.status = status.code
        detail = error.message
        code = error.code
        params = error.params
        errors = error.details.isEmpty ? nil : error.details
        current = error.current
    }

    /// The document as a response with its status and headers.
    package var response: Response {
        Response(
            status: .init(code: status),
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// The response headers.
    package var headers: HTTPFields {
        var headers: HTTPFields = [.contentType: "application/problem+json"]
        if [429, 503].contains(status) { headers[.retryAfter] = "\(retryAfterS)" }
        if let allow = params["allow"] { headers[.allow] = allow }
        if status == 401 { headers[.wwwAuthenticate] = "Bearer" }
        // With this entity tag, the client can repeat the change.
        if code == .versionMismatch, let version = params[ServiceError.currentVersionParameter] {
            headers[.eTag] = "\"\(version)\""
        }
        return headers
    }

    /// The encoded document; JSON from a service is inserted without being parsed.
    package var bytes: [UInt8] {
        // A structure of strings and one number can always be encoded.
        let bytes = (try? PayloadCoder.encode(self)) ?? Array("{}".utf8)
        guard let current else { return bytes }
        return bytes.dropLast() + Array(",\"current\":".utf8) + Array(current.text.utf8) + [UInt8(ascii: "}")]
    }

    private var retryAfterS: Int {
        if let seconds = params["retryAfterSeconds"].flatMap(Int.init) { return max(1, seconds) }
        if let milliseconds = params["retryAfterMs"].flatMap(Int.init) { return max(1, (milliseconds + 999) / 1_000) }
        return Self.retryAfterS
    }
}

extension ErrorCode {
    /// The HTTP status of the code.
    package var httpStatus: HTTPResponse.Status { .init(code: status.code, reasonPhrase: status.reason) }
}
