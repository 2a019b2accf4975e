package import Contracts
import FoundationEssentials

/// The place in a list of answers, as clients carry it: base64url of an offset, which is nobody's business but ours.
package enum PageCursor {
    /// The cursor that asks for what follows so many answers.
    package static func text(offset: Int) -> String {
        Data("\(offset)".utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The offset of a cursor.
    ///
    /// - Throws: `invalid`, naming `cursor`, for what this service has not made.
    package static func offset(of cursor: String) throws(ServiceError) -> Int {
        // Only what reads back as the same text is taken, so that an offset has one cursor.
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
