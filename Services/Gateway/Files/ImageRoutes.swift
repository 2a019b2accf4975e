import Contracts
import HTTPTypes
import Hummingbird
import MessageBus

/// The routes of images: uploads, which become messages with pages of base64, and downloads.
struct ImageRoutes: Sendable {
    let forwarder: Forwarder

    /// Adds the routes of one kind of images.
    func add<Owner: ImageOwner>(_ owner: Owner.Type, to table: inout RouteTable) throws {
        try table.handle(Owner.api.upload) { request, context in
            try await receive(request, context.parameters, of: owner)
        }
        try table.handle(Owner.api.download) { request, context in
            let address: ImageGet<Owner> = try ImageDownload.address(request, context.parameters)
            return try await ImageDownload.send(address, forwarder.bus)
        }
    }

    /// Forwards an image page by page while it arrives, so that an upload needs memory for one page only.
    ///
    /// - Parameters:
    ///   - request: A request with the image as its body.
    ///   - parameters: The parts of its path.
    ///   - owner: The kind of the image.
    /// - Returns: The response of the service that sets the image.
    /// - Throws: An error for an invalid request, and errors of the messages.
    private func receive<Owner: ImageOwner>(
        _ request: Request,
        _ parameters: Parameters,
        of owner: Owner.Type
    ) async throws -> Response {
        let api = Owner.api
        let target = try Owner.Target(id: parameters.get("id")) {
            try EntityTag.version(ifMatch: request.headers[.ifMatch])
        }
        guard let target else { throw ServiceError.notFound(api.object ?? "picture") }
        let context = try await forwarder.context(for: api.set, request, scope: api.upload.scope)
        try ImageFile.check(request)
        let (upload, lease) = (ImageID.make(), forwarder.lease(for: try context.user()))
        let pages = try await ImageFile.body.send(request.body, lease) { page, base64 in
            let own = Contracts.RequestContext.own(principal: context.principal)
            _ = try await forwarder.bus.call(
                ImageUploadPage<Owner>(upload: upload, page: page, base64: base64),
                own
            )
        }
        guard pages > 0 else {
            throw ServiceError(.unsupportedMediaType, "The body is empty; send a PNG, JPEG or WebP.")
        }
        let finishContext = PagedBody.finishing(context, api.set)
        let payload = try PayloadCoder.encode(ImageSet<Owner>(target, upload: upload, pages: pages))
        let reply = try await forwarder.bus.forward(api.set, payload: payload, finishContext, wantsVersion: true)
        var response = Forwarder.response(.ok, reply.payload, key: context.idempotencyKey)
        if let version = reply.version { response.headers[.eTag] = EntityTag.text(version) }
        return response
    }
}

/// An image in the body of a request.
private enum ImageFile {
    static let body = PagedBody(
        what: "A picture",
        bytesMax: ImageTransfer.imageBytesMax,
        pageBytesMax: ImageTransfer.pageBytesMax
    )

    static func check(_ request: Request) throws(ServiceError) {
        if let type = request.headers[.contentType], !ImageTransfer.mediaTypes.contains(type.lowercased()) {
            throw ServiceError(
                .unsupportedMediaType,
                "Send the picture itself as image/png, image/jpeg or image/webp, not as \(type.prefix(100))."
            )
        }
        try body.check(request)
    }
}
