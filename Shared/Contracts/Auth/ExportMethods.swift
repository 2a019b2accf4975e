/// Allows the caller to take away everything that is kept about them, for an hour; the password is asked for again.
///
/// An access token alone is not enough: whoever finds a device unlocked would take years of health data away with one
/// request. And a fresh session would say nothing about who holds the device now.
package struct AuthExportsCreate: Contract {
    package typealias Reply = AccountExport

    /// How often in an hour, which is also how many exports can be open: each reads everything of somebody's.
    package static let openMax = 3
    /// For how long an export can be downloaded, in seconds; afterwards it is forgotten, but for the answer to the request
    /// where that had a key, which has an id and two times in it and is kept as all answers are.
    package static let lifetimeS = 3_600

    package static let method = Method("auth.exports.create", of: .auth, .keyedWrite, .user)

    package var password: String

    package init(password: String) {
        self.password = password
    }
}

/// Counts a download of an export, of which the gateway then gathers the pages.
///
/// Only the session that has shown the password may download.
package struct AuthExportsGet: Contract {
    package typealias Reply = AccountExport

    /// A connection may break; but an id is no licence to have the whole account read again and again.
    package static let downloadsMax = 5

    // A download that was counted in vain does no harm, and one that is not counted would.
    package static let method = Method("auth.exports.get", of: .auth, .singleWrite, .user)

    package var id: ExportID

    package init(id: ExportID) {
        self.id = id
    }
}

/// An export that can be downloaded.
///
/// It is made while it is downloaded: no archive ever lies on the server.
package struct AccountExport: Codable, Sendable, Equatable {
    package var id: ExportID
    /// RFC 3339, UTC.
    package var createdAt: String
    /// Until when it can be downloaded; RFC 3339, UTC.
    package var expiresAt: String

    package init(id: ExportID, createdAt: String, expiresAt: String) {
        self.id = id
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// The kind of an export of everything about somebody.
package enum ExportKind {}

package typealias ExportID = Identifier<ExportKind>
