package import Contracts
import FoundationEssentials
import Pictures
import Storage

extension ProfileService {
    /// How long pages of an upload that nobody finished are kept, in seconds; an upload takes seconds.
    private static let uploadLifetimeS = 3_600

    /// What a picture is under an idempotency key: the file, however it was brought here.
    private struct ImageChange: Contract {
        typealias Reply = ProfileImage

        static let method = ProfileImageSet.method

        var digest: [UInt8]
    }

    /// Keeps a page of an upload.
    package func keepImagePage(_ request: ProfileImagePage, _ context: RequestContext) async throws -> Empty {
        let user = try context.user()
        let page = Data(base64Encoded: request.base64)
        var rules = RuleChecker()
        rules.require(request.page, in: 0...ProfileImagePage.pagesMax - 1, "page")
        rules.require(
            page.map { (1...ProfileImagePage.bytesMax).contains($0.count) } ?? false,
            "base64",
            .wrongFormat,
            "base64 must be 1 to \(ProfileImagePage.bytesMax) bytes in base64."
        )
        try rules.finish()
        _ = try await loadOrMake(user, context)
        let nowS = Int(now().timeIntervalSince1970)
        return try await store.write(context) { transaction in
            guard let page else { return Empty() }
            try transaction.keepUpload(
                page,
                number: request.page,
                of: request.upload,
                user,
                nowS: nowS,
                lifetimeS: Self.uploadLifetimeS
            )
            return Empty()
        }
    }

    /// Makes an upload the caller's picture, after it was checked and cleaned.
    package func setImage(_ request: ProfileImageSet, _ context: RequestContext) async throws -> ProfileImage {
        let user = try context.user()
        let (finished, pages) = try await store.read { reader in
            (try reader.image(of: user), try reader.uploadedPages(request.upload, of: user))
        }
        // The request came once more, because its worker died before the answer.
        if let finished, finished.id == request.upload { return try await answer(finished) }
        guard !pages.isEmpty, pages.count == request.pages else {
            throw ServiceError(.conflict, "The pages of this upload are not all here; upload the picture again.")
        }
        let upload: UploadedPicture
        do {
            upload = try await UploadedPicture.check(pages)
        } catch {
            try await store.write(context) { try $0.forgetUploads(of: user) }
            throw error
        }
        let image = StoredImage(
            id: request.upload,
            contentType: upload.picture.format.mediaType,
            width: upload.picture.width,
            height: upload.picture.height,
            bytes: upload.picture.bytes.count
        )
        let stored = try await store.once(ImageChange(digest: upload.digest), context) { transaction in
            try transaction.keep(image, upload.pages, of: user)
            return image
        }
        // The same picture under the same key was kept before; what was sent now is not needed.
        if stored.id != image.id { try await store.write(context) { try $0.forgetUploads(of: user) } }
        return try await answer(stored)
    }

    /// Forgets uploads that nobody finished.
    package func forgetOldUploads() async throws {
        let before = Int(now().timeIntervalSince1970) - Self.uploadLifetimeS
        guard try await store.read({ try $0.hasUploads(before: before) }) else { return }
        try await store.write { try $0.forgetUploads(before: before) }
    }

    /// Removes the caller's picture; one that is not there is as good as removed.
    package func removeImage(_ request: ProfileImageRemove, _ context: RequestContext) async throws -> Empty {
        let user = try context.user()
        return try await store.once(request, context) { transaction in
            try transaction.removeImage(of: user)
            return Empty()
        }
    }

    /// The address is signed when it is answered, and never stored: it opens the picture to whoever has it.
    private func answer(_ image: StoredImage) async throws -> ProfileImage {
        let key = try await store.read { try $0.imageKey() }
        return ProfileImage(
            imageURL: ImageAddress.text(of: image.id, now: now(), key: key),
            contentType: image.contentType,
            width: image.width,
            height: image.height,
            bytes: image.bytes
        )
    }
}
