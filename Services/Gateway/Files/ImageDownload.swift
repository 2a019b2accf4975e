import Contracts
import FoundationEssentials
import HTTPTypes
import Hummingbird
import MessageBus
import NIOCore

/// Sends an image to a client that has its signed address.
enum ImageDownload {
    /// Parses the address of an image.
    static func address<Owner>(
        _ request: Request,
        _ parameters: Parameters
    ) throws(ServiceError) -> ImageGet<Owner> {
        let query = request.uri.queryParameters
        guard let id = parameters.get("id").flatMap({ ImageID($0) }),
            let expires = query["expires"].flatMap({ Int($0) }), let signature = query["signature"]
        else { throw .notFound("picture") }
        return ImageGet(id: id, expires: expires, signature: String(signature))
    }

    /// Streams an image page by page.
    static func send(_ first: ImageGet<some ImageOwner>, _ bus: MessageBus) async throws -> Response {
        let reply = try await bus.call(first, .own())
        let body = try Self.body(reply) { page in
            var next = first
            next.page = page
            return try await bus.call(next, .own())
        }
        return Response(status: .ok, headers: headers(of: reply, first), body: body)
    }

    /// Returns a body that reads the pages after the first one while the client receives them.
    static func body(
        _ first: ImagePage,
        _ next: @escaping @Sendable (_ page: Int) async throws -> ImagePage
    ) throws(ServiceError) -> ResponseBody {
        let start = try buffer(first)
        return ResponseBody(contentLength: first.bytes) { writer in
            try await writer.write(start)
            for page in 1..<max(first.pages, 1) { try await writer.write(try buffer(try await next(page))) }
            try await writer.finish(nil)
        }
    }

    /// Decodes a page.
    private static func buffer(_ reply: ImagePage) throws(ServiceError) -> ByteBuffer {
        guard let data = Data(base64Encoded: reply.base64) else {
            throw ServiceError(.internalError, "A page of a picture is not base64.")
        }
        return ByteBuffer(bytes: data)
    }

    private static func headers(of reply: ImagePage, _ address: ImageGet<some ImageOwner>) -> HTTPFields {
        let secondsLeft = max(0, address.expires - Int(Date().timeIntervalSince1970))
        var headers = safeHeaders(of: reply.contentType)
        headers[.cacheControl] = "private, max-age=\(secondsLeft), immutable"
        headers[.eTag] = "\"\(address.id)\""
        return headers
    }

    /// Returns headers that make browsers treat the file as an image of the verified type, and run none of its content.
    static func safeHeaders(of contentType: String) -> HTTPFields {
        var headers: HTTPFields = [.contentType: contentType, .contentDisposition: "inline"]
        let safe = [
            "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
            "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
        ]
        for (name, value) in safe {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return headers
    }
}
