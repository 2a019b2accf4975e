package import Contracts
import Crypto

/// Ids derived from names: UUIDs of version 5 (RFC 9562).
package struct NamedIdentifier: Sendable {
    private static let bytesCount = 16
    private static let domainNames: [UInt8] = [
        0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
    ]

    /// The namespace from which `scripts/data/make-starter-catalog` derives the ids of its foods.
    package static let starter = NamedIdentifier(bytes: bytes(domainNames, "fdc.nal.usda.gov"))

    /// The namespace of entries that are imported from another program's diary.
    package static let importedEntry = NamedIdentifier(bytes: bytes(domainNames, "imports.diary.mealwire"))

    /// The namespace of entries of dishes of a plan.
    package static let plannedEntry = NamedIdentifier(bytes: bytes(domainNames, "plans.diary.mealwire"))

    private let namespace: [UInt8]

    private init(bytes: [UInt8]) {
        namespace = bytes
    }

    /// Returns the id of a food of USDA FoodData Central in the starter catalog.
    ///
    /// - Parameters:
    ///   - source: `foundation`, `srLegacy` or `fndds`.
    ///   - name: The name, with single spaces.
    /// - Returns: The id; equal arguments give equal ids.
    package func food(source: String, name: String) -> FoodID? {
        FoodID(Self.text(Self.bytes(namespace, "\(source)/\(name)")))
    }

    /// Returns the id of a name as text.
    package func text(_ name: String) -> String { Self.text(Self.bytes(namespace, name)) }

    private static func bytes(_ namespace: [UInt8], _ name: String) -> [UInt8] {
        var hash = Insecure.SHA1()
        hash.update(data: namespace)
        hash.update(data: Array(name.utf8))
        var bytes = Array(hash.finalize().prefix(bytesCount))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes
    }

    private static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0x0F)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
