package import Contracts
package import FoundationEssentials
package import Storage

/// A kind of images that a service stores: the tables, and the rules for changing an image.
///
/// ``ImageService`` calls these functions and does everything else.
package protocol StoredImageOwner: ImageOwner {
    /// What a set image leaves under its idempotency key: the reply without a signed URL, which gives access.
    associatedtype Stored: Codable & Sendable

    /// The tables with the images.
    static var tables: ImageTables { get }

    /// Makes and verifies the signed URLs.
    static var address: ImageAddress { get }

    /// Returns what the user may give an image, of any version; nil for nothing yet.
    ///
    /// - Throws: `notFound` if there is no such object of the user.
    static func stored(_ target: Target, of user: UserID, at now: Date, _ reader: SQLReader) throws -> Stored?

    /// Returns the uploaded image of a stored reply; nil without one.
    static func image(of stored: Stored) -> ImageID?

    /// Returns the reply with a signed URL.
    static func reply(_ stored: Stored, at now: Date, _ reader: SQLReader) throws -> Reply

    /// Sets an image, after a check of the object's version and of the user's quota.
    ///
    /// - Throws: `notFound` and `versionMismatch` for the object, `conflict` for an exceeded quota.
    static func set(
        _ image: UploadedImage,
        of target: Target,
        of user: UserID,
        at now: Date,
        _ transaction: SQLTransaction
    ) throws -> Stored

    /// Removes an image after a check of the object's version; does nothing if there is none.
    ///
    /// - Throws: `notFound` and `versionMismatch` for the object.
    static func remove(_ target: Target, of user: UserID, at now: Date, _ transaction: SQLTransaction) throws
}
