import Contracts
import HTTPTypes
import Hummingbird
import Messaging

/// A picture on its way in: bytes on the side of HTTP, pages of base64 on the side of messages.
struct PictureUpload: Sendable {
    /// What a client may call a picture; what it is, the service that keeps it finds out by its bytes.
    private static let mediaTypes: Set<String> = ["image/png", "image/jpeg", "image/webp"]

    let forwarder: Forwarder
    /// What makes the pages a picture.
    let method: Contracts.Method
    let scope: Scope

    /// Sends a picture on page by page while it comes in, so that an upload needs the memory of a page only.
    ///
    /// - Parameters:
    ///   - request: With the picture as its body.
    ///   - type: Of the message that brings a page.
    ///   - finish: The message that makes an upload of so many pages a picture.
    /// - Returns: What that message was answered.
    /// - Throws: What is wrong with the request, and what the messages throw.
    func receive<Page: PicturePageUpload>(
        _ request: Request,
        as type: Page.Type,
        _ finish: @Sendable (_ upload: ImageID, _ pages: Int) throws -> some Contract
    ) async throws -> Response {
        let context = try await forwarder.context(for: method, request, scope: scope)
        try Self.checkHeaders(of: request)
        let (upload, lease) = (ImageID.make(), forwarder.lease(for: try context.user()))
        let pages = try await Self.file.send(request.body, lease) { page, base64 in
            let own = Contracts.RequestContext.own(principal: context.principal)
            _ = try await forwarder.bus.call(Page(upload: upload, page: page, base64: base64), own)
        }
        guard pages > 0 else {
            throw ServiceError(.unsupportedMediaType, "The body is empty; send a PNG, JPEG or WebP.")
        }
        let finishContext = PagedBody.finishing(context, method)
        let payload = try PayloadCoder.encode(try finish(upload, pages))
        let reply = try await forwarder.bus.forward(method, payload: payload, finishContext)
        var response = Forwarder.response(.ok, reply, key: context.idempotencyKey)
        if let tag = try EntityTag.text(of: reply) { response.headers[.eTag] = tag }
        return response
    }

    private static func checkHeaders(of request: Request) throws(ServiceError) {
        if let type = request.headers[.contentType], !mediaTypes.contains(type.lowercased()) {
            throw ServiceError(
                .unsupportedMediaType,
                "Send the picture itself as image/png, image/jpeg or image/webp, not as \(type.prefix(100))."
            )
        }
        try file.check(request)
    }

    private static let file = PagedBody(
        what: "A picture",
        bytesMax: PictureTransfer.pictureBytesMax,
        pageBytesMax: PictureTransfer.pageBytesMax
    )
}
