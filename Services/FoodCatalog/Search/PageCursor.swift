package import Contracts
import FoundationEssentials

/// An opaque cursor into a list of results: an offset in base64url.
package enum PageCursor {
    /// Returns the cursor for the results after `offset`.
    package static func text(offset: Int) -> String {
        Data("\(offset)".utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns the offset of a cursor.
    ///
    /// - Throws: `invalid`, naming `cursor`, for a text that this service has not issued.
    package static func offset(of cursor: String) throws(ServiceError) -> Int {
        // Only canonical texts are accepted, so that each offset has exactly one cursor.
        guard let offset = decoded(cursor), (1...FoodIndex.candidatesMax).contains(offset),
            text(offset: offset) == cursor
        else {
            throw .invalid([FieldError("cursor", .wrongFormat, "cursor must be the nextCursor of an earlier answer.")])
        }
        return offset
    }

    private static func decoded(_ cursor: String) -> Int? {
        let standard = cursor.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard + padding).flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
}
