import Contracts
import HTTPTypes
import Hummingbird
import MessageBus

/// Pictures of foods, for elements `<img>`: a picture that another server fails to send has a substitute, no error.
struct FoodPictureRoute {
    /// What a drawing may do when it is opened as a document: only its own styles are allowed.
    private static let drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

    let forwarder: Forwarder

    func add(to table: inout RouteTable) throws {
        let (forwarder, route) = (forwarder, SpecialRoutes.foodPicture)
        try table.handle(route) { request, context in
            let call = try await forwarder.context(for: CatalogFoodsPicture.method, request, scope: route.scope)
            guard let id = context.parameters.get("id").flatMap({ FoodID($0) }) else {
                throw ServiceError.notFound("food")
            }
            let (own, bus) = (CatalogFoodsPicture(id: id), forwarder.bus)
            let page = try await bus.call(own, call)
            if page.isSubstitute, let remote = try await Self.remotePage(of: id, call, bus) {
                return try Self.response(remote, to: request, CatalogRemotePicture(id: id), call, bus)
            }
            return try Self.response(page, to: request, own, call, bus)
        }
    }

    /// Returns the first page of the picture at another server; nil if there is none in time.
    ///
    /// - Throws: `CancellationError` if the client has gone.
    private static func remotePage(
        of food: FoodID,
        _ call: Contracts.RequestContext,
        _ bus: MessageBus
    ) async throws -> FoodPicturePage? {
        do throws(ServiceError) {
            let nested = call.nested(until: .after(milliseconds: CatalogRemotePicture.timeoutMs))
            return try await bus.call(CatalogRemotePicture(id: food), nested)
        } catch {
            try Task.checkCancellation()
            return nil
        }
    }

    /// Streams a picture page by page, or answers 304 to a client that has it.
    private static func response(
        _ first: FoodPicturePage,
        to request: Request,
        _ download: some FoodPictureDownload,
        _ call: Contracts.RequestContext,
        _ bus: MessageBus
    ) throws -> Response {
        let tag = ContentTag(digest: first.tag)
        var headers = ImageDownload.safeHeaders(of: first.image.contentType)
        headers[.eTag] = tag.text
        headers[.cacheControl] = first.maxAgeS > 0 ? "private, max-age=\(first.maxAgeS)" : "private, no-cache"
        if first.image.contentType == FoodPicturePage.drawingType {
            headers[.contentSecurityPolicy] = drawingPolicy
        }
        if tag.isKnown(by: request.headers[.ifNoneMatch]) {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        let body = try ImageDownload.body(first.image) { number in
            var next = download
            next.page = number
            // Each page has the time of a call, however slowly the client reads.
            let nested = call.nested(until: .after(milliseconds: type(of: next).method.timeoutMs))
            let page = try await bus.call(next, nested)
            // Another picture took its place. The client sees that the answer is cut off, and asks again.
            guard page.tag == first.tag else { throw ServiceError(.conflict, "The picture has changed.") }
            return page.image
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}
