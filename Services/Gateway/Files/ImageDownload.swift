import Contracts
import FoundationEssentials
import HTTPTypes
import Hummingbird
import MessageBus
import NIOCore

/// Sends an image to a client that has its signed address.
enum ImageDownload {
    /// Parses the address of an image.
    static func address<Get: ImagePageDownload>(
        _ request: Request,
        _ parameters: Parameters,
        as type: Get.Type
    ) throws(ServiceError) -> Get {
        let query = request.uri.queryParameters
        guard let id = parameters.get("id").flatMap({ ImageID($0) }),
            let expires = query["expires"].flatMap({ Int($0) }), let signature = query["signature"]
        else { throw .notFound("picture") }
        return Get(id: id, expires: expires, signature: String(signature), page: 0)
    }

    /// Streams an image page by page.
    static func send(_ first: some ImagePageDownload, _ bus: MessageBus) async throws -> Response {
        let reply = try await bus.call(first, .own())
        let body = ResponseBody(contentLength: reply.bytes) { writer in
            try await writer.write(try buffer(reply))
            for page in 1..<max(reply.pages, 1) {
                var next = first
                next.page = page
                try await writer.write(try buffer(try await bus.call(next, .own())))
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers(of: reply, first), body: body)
    }

    /// Decodes a page.
    static func buffer(_ reply: ImagePage) throws(ServiceError) -> ByteBuffer {
        guard let data = Data(base64Encoded: reply.base64) else {
            throw ServiceError(.internalError, "A page of a picture is not base64.")
        }
        return ByteBuffer(bytes: data)
    }

    private static func headers(of reply: ImagePage, _ address: some ImagePageDownload) -> HTTPFields {
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
