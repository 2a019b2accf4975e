import Contracts
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Messaging
import NIOCore

/// Pictures on their way in and out: bytes on the side of HTTP, pages of base64 on the side of messages.
struct ProfileImageRoutes {
    /// What a client may call a picture; what it is, the profile service finds out by its bytes.
    private static let mediaTypes: Set<String> = ["image/png", "image/jpeg", "image/webp"]

    private static let scope = Scope.profileWrite

    let forwarder: Forwarder

    func add(to table: inout RouteTable) {
        let forwarder = forwarder
        table.add(.delete, "/v1/profile/image", ProfileImageRemove.method, success: .noContent, scope: Self.scope)
        table.handle(.put, "/v1/profile/image", access: .user, scope: Self.scope) { request, _ in
            try await Self.upload(request, forwarder)
        }
        table.handle(.get, "/v1/profile/image/{id}") { request, context in
            try await Self.download(try Self.address(request, context.parameters), forwarder.bus)
        }
    }

    /// Sends a picture on page by page while it comes in, so that an upload needs the memory of a page only.
    private static func upload(_ request: Request, _ forwarder: Forwarder) async throws -> Response {
        let context = try await forwarder.context(for: ProfileImageSet.method, request, scope: scope)
        try checkHeaders(of: request)
        let upload = ImageID.make()
        var (page, pages, bytes) = (ByteBuffer(), 0, 0)
        func send(_ count: Int) async throws {
            let data = page.readBytes(length: count) ?? []
            let base64 = Data(data).base64EncodedString()
            let own = Contracts.RequestContext.own(principal: context.principal)
            _ = try await forwarder.bus.call(ProfileImagePage(upload: upload, page: pages, base64: base64), own)
            pages += 1
            page.discardReadBytes()
        }
        for try await chunk in request.body {
            bytes += chunk.readableBytes
            guard bytes <= ProfileImagePage.pictureBytesMax else { throw tooLarge }
            page.writeImmutableBuffer(chunk)
            while page.readableBytes >= ProfileImagePage.bytesMax { try await send(ProfileImagePage.bytesMax) }
        }
        if page.readableBytes > 0 { try await send(page.readableBytes) }
        guard pages > 0 else {
            throw ServiceError(.unsupportedMediaType, "The body is empty; send a PNG, JPEG or WebP.")
        }
        // The time begins when the client has sent all, however slow its line is.
        let finish = Contracts.RequestContext(
            id: context.id,
            principal: context.principal,
            idempotencyKey: context.idempotencyKey,
            deadline: .after(milliseconds: ProfileImageSet.method.timeoutMs),
            traceparent: context.traceparent
        )
        let payload = try PayloadCoder.encode(ProfileImageSet(upload: upload, pages: pages))
        let reply = try await forwarder.bus.forward(ProfileImageSet.method, payload: payload, finish)
        return Forwarder.response(.ok, reply, key: context.idempotencyKey)
    }

    private static func checkHeaders(of request: Request) throws(ServiceError) {
        if let type = request.headers[.contentType], !mediaTypes.contains(type.lowercased()) {
            throw ServiceError(
                .unsupportedMediaType,
                "Send the picture itself as image/png, image/jpeg or image/webp, not as \(type.prefix(100))."
            )
        }
        if let length = request.headers[.contentLength].flatMap(Int.init), length > ProfileImagePage.pictureBytesMax {
            throw tooLarge
        }
    }

    private static let tooLarge = ServiceError(
        .tooLarge,
        "A picture may have at most \(ProfileImagePage.pictureBytesMax) bytes.",
        params: ["max": "\(ProfileImagePage.pictureBytesMax)"]
    )

    /// What stands in the address of a picture.
    private static func address(_ request: Request, _ parameters: Parameters) throws(ServiceError) -> ProfileImageGet {
        let query = request.uri.queryParameters
        guard let id = parameters.get("id").flatMap({ ImageID($0) }),
            let expires = query["expires"].flatMap({ Int($0) }), let signature = query["signature"]
        else { throw .notFound("picture") }
        return ProfileImageGet(id: id, expires: expires, signature: String(signature), page: 0)
    }

    /// Answers a picture page by page.
    private static func download(_ first: ProfileImageGet, _ bus: MessageBus) async throws -> Response {
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

    private static func buffer(_ reply: ProfileImageGet.Reply) throws(ServiceError) -> ByteBuffer {
        guard let data = Data(base64Encoded: reply.base64) else {
            throw ServiceError(.internalError, "A page of a picture is not base64.")
        }
        return ByteBuffer(bytes: data)
    }

    /// Whatever a file pretends to be, a browser takes it for a picture of our own check's type, and runs nothing of it.
    private static func headers(of reply: ProfileImageGet.Reply, _ address: ProfileImageGet) -> HTTPFields {
        let secondsLeft = max(0, address.expires - Int(Date().timeIntervalSince1970))
        var headers: HTTPFields = [
            .contentType: reply.contentType, .cacheControl: "private, max-age=\(secondsLeft), immutable",
            .contentDisposition: "inline", .eTag: "\"\(address.id)\"",
        ]
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
