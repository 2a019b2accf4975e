package import Contracts
package import FoundationEssentials
package import Logging
package import MessageBus
package import ServiceKit
package import Storage

/// The methods of one kind of images: uploads in pages, removals, and downloads by signed URLs.
package struct ImageService<Owner: StoredImageOwner>: Sendable {
    /// The interval at which incomplete uploads are deleted.
    private static var cleaningInterval: Duration { .seconds(600) }

    private let store: Store
    private let now: @Sendable () -> Date
    private let prepare: @Sendable (RequestContext) async throws -> Void

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - store: The database with the images.
    ///   - now: The wall clock, by which URLs and uploads expire.
    ///   - prepare: Makes the row of a user that the first page of an upload needs; nothing by default.
    package init(
        _ store: Store,
        now: @escaping @Sendable () -> Date,
        prepare: @escaping @Sendable (RequestContext) async throws -> Void = { _ in }
    ) {
        self.store = store
        self.now = now
        self.prepare = prepare
    }

    /// The endpoints of all methods.
    package var endpoints: [Endpoint] {
        [
            .handle(ImageUploadPage<Owner>.self, storePage), .handle(ImageSet<Owner>.self, set),
            .handle(ImageRemove<Owner>.self, remove), .handle(ImageGet<Owner>.self, page),
        ]
    }

    /// Stores a page of an upload.
    ///
    /// - Throws: `invalid` for a page that is too large, empty or not base64; `conflict` if another upload of the user
    ///   has replaced this one.
    package func storePage(_ request: ImageUploadPage<Owner>, _ context: RequestContext) async throws -> Empty {
        let user = try context.user()
        let page = try Self.bytes(of: request)
        try await prepare(context)
        let nowS = Int(now().timeIntervalSince1970)
        let (upload, number) = (request.upload, request.page)
        return try await store.write(context) { transaction in
            try UploadTable.store(page, number: number, of: upload, user, nowS: nowS, transaction)
            return Empty()
        }
    }

    /// Sets an upload as an image, after checking and cleaning it.
    ///
    /// - Throws: `conflict` if pages are missing; `unsupportedMediaType`, `tooLarge` or `invalid` if they form no valid
    ///   image; the errors of ``StoredImageOwner``.
    package func set(_ request: ImageSet<Owner>, _ context: RequestContext) async throws -> Owner.Reply {
        let (user, target, moment) = (try context.user(), request.target, now())
        let before = try await store.read { try Owner.stored(target, of: user, at: moment, $0) }
        // The request is repeated, because its worker ended before it replied.
        if let before, Owner.image(of: before) == request.upload { return try await reply(before) }
        let image = try await uploadedImage(request, of: user, context)
        let change = ImageChange<Owner>(target: target, digest: image.digest)
        let stored = try await store.writeIdempotently(change, context) { transaction in
            let stored = try Owner.set(image, of: target, of: user, at: moment, transaction)
            try UploadTable.delete(of: user, transaction)
            return stored
        }
        // The same image was stored under the same key before; this upload is not needed.
        if Owner.image(of: stored) != request.upload { try await deleteUploads(of: user, context) }
        return try await reply(stored)
    }

    /// Removes an image; succeeds if there is none.
    package func remove(_ request: ImageRemove<Owner>, _ context: RequestContext) async throws -> Empty {
        let (user, moment) = (try context.user(), now())
        return try await store.writeIdempotently(request, context) { transaction in
            try Owner.remove(request.target, of: user, at: moment, transaction)
            return Empty()
        }
    }

    /// Returns a page of an image to any caller that has its signed URL.
    ///
    /// - Throws: `forbidden` for an invalid or expired URL, `notFound` for an unknown image.
    package func page(_ request: ImageGet<Owner>, _ context: RequestContext) async throws -> ImagePage {
        let moment = now()
        return try await store.read { reader in
            guard Owner.address.isGood(request, now: moment, key: try ImageTables.signingKey(reader)) else {
                throw ServiceError(
                    .forbidden,
                    "This picture address is invalid or has expired; request a new one."
                )
            }
            guard let page = try Owner.tables.page(request.page, of: request.id, reader) else {
                throw ServiceError.notFound("picture")
            }
            return page
        }
    }

    /// Returns values with signed URLs instead of references to images; see ``ImageName``.
    ///
    /// - Parameters:
    ///   - values: Values with images.
    ///   - path: The property with the reference.
    /// - Returns: The values in the same order.
    /// - Throws: An error of the database, which is read only if there is a reference.
    package func signed<Value>(
        _ values: [Value],
        _ path: WritableKeyPath<Value, String?>
    ) async throws -> [Value] {
        guard values.contains(where: { ImageName.uploaded($0[keyPath: path]) != nil }) else { return values }
        let (key, moment) = (try await store.read { try ImageTables.signingKey($0) }, now())
        return values.map { Owner.address.signed($0, path, at: moment, key: key) }
    }

    /// Returns a value with a signed URL.
    package func signed<Value>(_ value: Value, _ path: WritableKeyPath<Value, String?>) async throws -> Value {
        try await signed([value], path)[0]
    }

    /// Returns the task that regularly calls ``deleteOldUploads()``.
    package func cleaningTask(_ logger: Logger) -> PeriodicTask {
        PeriodicTask("delete incomplete image uploads", every: Self.cleaningInterval, logger: logger, deleteOldUploads)
    }

    /// Deletes incomplete uploads of all users after an hour.
    package func deleteOldUploads() async throws {
        let before = Int(now().timeIntervalSince1970) - UploadTable.lifetimeS
        guard try await store.read({ try UploadTable.hasOld(before: before, $0) }) else { return }
        try await store.write { try UploadTable.delete(before: before, $0) }
    }

    private func reply(_ stored: Owner.Stored) async throws -> Owner.Reply {
        let moment = now()
        return try await store.read { try Owner.reply(stored, at: moment, $0) }
    }

    /// Returns the image in the pages of an upload; if they form none, they are deleted.
    private func uploadedImage(_ request: ImageSet<Owner>, of user: UserID, _ context: RequestContext) async throws
        -> UploadedImage
    {
        let pages = try await store.read { try UploadTable.pages(request.upload, of: user, $0) }
        guard !pages.isEmpty, pages.count == request.pages else {
            throw ServiceError(.conflict, "Pages of this upload are missing; upload the picture again.")
        }
        do {
            return try await UploadedImage.check(pages, of: request.upload)
        } catch {
            try await deleteUploads(of: user, context)
            throw error
        }
    }

    private func deleteUploads(of user: UserID, _ context: RequestContext) async throws {
        try await store.write(context) { try UploadTable.delete(of: user, $0) }
    }

    private static func bytes(of request: ImageUploadPage<Owner>) throws(ServiceError) -> Data {
        let page = Data(base64Encoded: request.base64)
        var rules = RuleChecker()
        rules.require(
            page.map { (1...ImageTransfer.pageBytesMax).contains($0.count) } ?? false,
            "base64",
            .wrongFormat,
            "base64 must be 1 to \(ImageTransfer.pageBytesMax) bytes in base64."
        )
        try rules.finish()
        return page ?? Data()
    }
}

/// The request to set an image, as stored under an idempotency key: the digest of the file, however it was uploaded.
private struct ImageChange<Owner: StoredImageOwner>: Contract {
    typealias Reply = Owner.Stored

    static var method: Contracts.Method { Owner.api.set }

    let target: Owner.Target
    let digest: [UInt8]

    private enum CodingKeys: String, CodingKey {
        case digest
    }

    init(target: Owner.Target, digest: [UInt8]) {
        self.target = target
        self.digest = digest
    }

    init(from decoder: any Decoder) throws {
        target = try Owner.Target(from: decoder)
        digest = try decoder.container(keyedBy: CodingKeys.self).decode([UInt8].self, forKey: .digest)
    }

    func encode(to encoder: any Encoder) throws {
        try target.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(digest, forKey: .digest)
    }
}
