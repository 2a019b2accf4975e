/// A page of all data that a service stores about the calling user, for their export.
///
/// The concatenated texts of all pages are one JSON object with a list of records per name. Pages are cut by size and
/// not between records, so a record can have any size, for example an image.
package struct ExportPage: Codable, Sendable {
    /// Size of a page as sent, in bytes: half of a message's limit.
    package static let pageBytesMax = 512 * 1_024

    /// The services that store data about users.
    ///
    /// `Tests/System/ExportTests` compares this list with the databases of a running stack.
    package static let services = ServiceName.withDatabase

    package struct Reply: Codable, Sendable {
        /// The next part of the service's JSON.
        package var text: String
        /// The cursor of the next page; nil on the last page.
        package var next: String?

        package init(text: String, next: String?) {
            self.text = text
            self.next = next
        }
    }

    /// The cursor that the previous page returned; nil for the first page.
    package var cursor: String?

    package init(cursor: String? = nil) {
        self.cursor = cursor
    }

    /// The method with which a service exports its data about the principal's user, and no others.
    package static func method(of service: ServiceName) -> Method {
        Method("\(service.rawValue).export.page", of: service, .read, .user)
    }
}
