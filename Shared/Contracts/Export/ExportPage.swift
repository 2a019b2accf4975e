/// A part of everything that a service keeps about the user who asks, for the archive that they can take away.
///
/// The texts of all pages, one behind the other, are one JSON object: a list of records under each name. They are cut
/// by size and not by record, so that nothing is too large to be told, were it a picture.
package struct ExportPage: Codable, Sendable {
    /// Bytes of one page as it travels, half of what a message may have.
    package static let pageBytesMax = 512 * 1_024

    /// The services that keep something about people.
    ///
    /// The calculator keeps nothing; `Tests/System/ExportTests` holds this against the databases of a running set.
    package static let services: [ServiceName] = [.auth, .profile, .catalog, .diary, .leaderboard]

    package struct Reply: Codable, Sendable {
        /// The next part of the service's JSON.
        package var text: String
        /// Asks for the page behind this one; nil on the last.
        package var next: String?

        package init(text: String, next: String?) {
            self.text = text
            self.next = next
        }
    }

    /// What the page before told to ask with; nil for the first page.
    package var cursor: String?

    package init(cursor: String? = nil) {
        self.cursor = cursor
    }

    /// The method under which a service tells what it keeps about the principal's user, and about nobody else.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).export.page", of: service, .read, .user)
    }
}
