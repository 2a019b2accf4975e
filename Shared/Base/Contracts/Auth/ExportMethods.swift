/// Creates an export of all data about the caller, downloadable for an hour; requires the password again.
///
/// An access token alone is not enough: with an unlocked device anyone could take years of health data by one request.
/// A fresh session does not prove that the owner holds the device now.
public struct AuthExportsCreate: Contract {
    public typealias Reply = AccountExport

    /// Maximum number of exports per hour, and so of open ones: each reads all data of a user.
    public static let openMax = 3
    /// How long an export can be downloaded, in seconds.
    ///
    /// It is deleted afterwards. A reply stored for an idempotency key contains its id and two times, and is retained
    /// as all stored replies are.
    public static let lifetimeS = 3_600

    public static let method = Method("auth.exports.create", of: .auth, .keyedWrite, .user).route(
        .post,
        "/v1/account/exports",
        "Creates an export of all data about the caller, after checking the password.",
        success: .created,
        errors: [.wrongCredentials, .conflict, .tooManyRequests]
    )

    public var password: String

    public init(password: String) {
        self.password = password
    }
}

/// Counts a download of an export; the gateway then collects the pages.
///
/// Only the session that confirmed the password may download.
package struct AuthExportsGet: Contract {
    package typealias Reply = AccountExport

    /// Maximum number of downloads: connections may break, but an id must not allow unlimited reads of the whole
    /// account.
    package static let downloadsMax = 5

    // Not retried: a download counted without being made does no harm; one that is not counted would.
    package static let method = Method("auth.exports.get", of: .auth, .singleWrite, .user)

    package var id: ExportID

    package init(id: ExportID) {
        self.id = id
    }
}

/// An export that can be downloaded.
///
/// It is assembled during the download; no archive is stored on the server.
public struct AccountExport: Codable, Sendable, Equatable {
    public var id: ExportID
    /// RFC 3339, UTC.
    public var createdAt: String
    /// The time until which it can be downloaded; RFC 3339, UTC.
    public var expiresAt: String

    public init(id: ExportID, createdAt: String, expiresAt: String) {
        self.id = id
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// The kind of the ids of exports.
public enum ExportKind {}

public typealias ExportID = Identifier<ExportKind>

extension API {
    /// The contracts of this file.
    static let exportMethods: [any Contract.Type] = [AuthExportsCreate.self, AuthExportsGet.self]
}
