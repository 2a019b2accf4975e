/// The methods and routes of one kind of images.
public struct ImageAPI: Sendable {
    package let page: Method
    package let set: Method
    package let remove: Method
    package let get: Method
    /// The route that uploads an image and sets it.
    package let upload: RouteDescription
    /// The route of signed URLs; the signature is its only permission.
    package let download: RouteDescription
    /// The object with the image, for sentences; nil for images of users.
    package let object: String?

    /// Describes a kind of images.
    ///
    /// - Parameters:
    ///   - name: The beginning of the methods' names.
    ///   - service: The service that stores the images.
    ///   - scope: The scope for changes.
    ///   - object: The object that `{id}` in the path names; its version is in `If-Match`. Nil for images of users.
    ///   - path: The path at which an image is set and removed.
    ///   - signed: The path of signed URLs, with `{id}` for the image.
    ///   - sets: A sentence that says what the upload does.
    ///   - removes: A sentence that says what the removal does.
    ///   - returns: A sentence that says what the download returns.
    ///   - reply: The reply to an upload.
    init(
        _ name: String,
        of service: ServiceName,
        scope: Scope,
        object: String? = nil,
        at path: String,
        signed: String,
        sets: String,
        removes: String,
        returns: String,
        reply: any (Codable & Sendable).Type
    ) {
        self.object = object
        page = Method("\(name).page", of: service, .keyedWrite, .user)
        set = Method("\(name).set", of: service, .keyedWrite, .user)
        remove = Method("\(name).remove", of: service, .keyedWrite, .user)
            .route(.delete, path, removes, scope: scope, success: .noContent, errors: object == nil ? [] : [.notFound])
        get = Method("\(name).get", of: service, .read, .anyone)
        upload = RouteDescription(
            .put,
            path,
            sets,
            access: .user,
            scope: scope,
            parameters: object.map { [.init("id", in: .path, .uuid, "The id of the \($0).")] } ?? [],
            requestBody: Self.file,
            responses: [.init(200, .json(reply), "The image is stored without its metadata.")],
            errors: object == nil ? [.invalid, .conflict] : [.invalid, .notFound, .conflict],
            takesVersion: object != nil,
            answersVersion: object != nil,
            takesKey: true
        )
        download = RouteDescription(
            .get,
            signed,
            returns,
            parameters: [
                .init("id", in: .path, .uuid, "The id of the image."),
                .init(
                    "expires",
                    in: .query,
                    .wholeNumber,
                    isRequired: true,
                    "When the signature expires, in seconds since 1970."
                ),
                .init("signature", in: .query, isRequired: true, "The signature of id and expiry."),
            ],
            responses: [.init(200, Self.file, "The image.")],
            errors: [.forbidden, .notFound]
        )
    }

    private static let file = RouteDescription.Body.bytes(
        mediaTypes: ImageTransfer.mediaTypes,
        maximum: ImageTransfer.imageBytesMax
    )
}
