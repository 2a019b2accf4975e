import Foundation

/// Creates gzip files and zips with stored blocks, which decompressors treat like compressed ones.
enum Packing {
    private static let blockBytes = 65_535

    /// Returns a gzip file with one member.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(blockBytes)
            rest = rest.dropFirst(block.count)
            file.append(rest.isEmpty ? 1 : 0)
            file += little(block.count, 2) + little(~block.count & 0xFFFF, 2) + block
        } while !rest.isEmpty
        return file + little(Int(checksum(bytes)), 4) + little(bytes.count & 0xFFFF_FFFF, 4)
    }

    /// Returns a zip, optionally with 64-bit sizes.
    static func zip(_ members: [(name: String, bytes: [UInt8])], is64: Bool = false) -> [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        for (name, bytes) in members {
            let size = is64 ? 0xFFFF_FFFF : bytes.count
            var extra: [UInt8] = []
            if is64 { extra = [1, 0, 16, 0] + little(bytes.count, 8) + little(bytes.count, 8) }
            // Version, flags, method and time.
            var common: [UInt8] = little(is64 ? 45 : 20, 2)
            common += little(0, 8)
            common += little(Int(checksum(bytes)), 4)
            common += little(size, 4)
            common += little(size, 4)
            common += little(name.utf8.count, 2)
            common += little(extra.count, 2)
            directory += [0x50, 0x4B, 1, 2, 20, 0] as [UInt8]
            directory += common
            // Comment, disk and attributes.
            directory += little(0, 10)
            directory += little(file.count, 4)
            directory += Array(name.utf8)
            directory += extra
            file += [0x50, 0x4B, 3, 4] as [UInt8]
            file += common
            file += Array(name.utf8)
            file += extra
            file += bytes
        }
        let start = file.count
        file += directory
        file += [0x50, 0x4B, 5, 6, 0, 0, 0, 0] as [UInt8]
        file += little(members.count, 2)
        file += little(members.count, 2)
        file += little(directory.count, 4)
        file += little(start, 4)
        file += little(0, 2)
        return file
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Returns the CRC-32 of gzip and zip.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = .max
        for byte in bytes {
            let index = UInt8(truncatingIfNeeded: value) ^ byte
            value = value >> 8 ^ checksums[Int(index)]
        }
        return ~value
    }

    private static let checksums: [UInt32] = (0..<256).map { index in
        var value = UInt32(index)
        for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        return value
    }
}
