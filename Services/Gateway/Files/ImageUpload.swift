import Contracts
import HTTPTypes
import Hummingbird
import MessageBus

/// Receives an image over HTTP and sends it to a service in messages with pages of base64.
struct ImageUpload: Sendable {
    private static let mediaTypes = Set(ImageTransfer.mediaTypes)

    let forwarder: Forwarder
    /// The method that turns the pages into an image.
    let method: Contracts.Method
    /// The scope that a personal access token needs; nil if the route accepts none.
    let scope: Scope?

    /// Forwards an image page by page while it arrives, so that an upload needs memory for one page only.
    ///
    /// - Parameters:
    ///   - request: A request with the image as its body.
    ///   - type: The message that carries a page.
    ///   - finish: Makes the message that turns an upload with this number of pages into an image.
    /// - Returns: The response to that message.
    /// - Throws: An error for an invalid request, and errors of the messages.
    func receive<Page: ImagePageUpload>(
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
        let reply = try await forwarder.bus.forward(method, payload: payload, finishContext, wantsVersion: true)
        var response = Forwarder.response(.ok, reply.payload, key: context.idempotencyKey)
        if let version = reply.version { response.headers[.eTag] = EntityTag.text(version) }
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
        bytesMax: ImageTransfer.imageBytesMax,
        pageBytesMax: ImageTransfer.pageBytesMax
    )
}
