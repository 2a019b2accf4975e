import Contracts
import Storage

extension SQLCursorRow {
    /// A day that a column holds as `YYYY-MM-DD`, read in place: years of days are read for one answer.
    func date(_ column: Int) throws -> PlainDate {
        let date: PlainDate? = withBytes(column) { bytes in
            guard bytes.count == 10, let year = value(of: bytes[0..<4]), let month = value(of: bytes[5..<7]),
                let day = value(of: bytes[8..<10])
            else { return nil }
            return PlainDate(year: year, month: month, day: day)
        }
        guard let date else { throw ServiceError(.internalError, "The diary holds a day that is none.") }
        return date
    }
}

/// The number that some digits are; nil if one of them is none.
private func value(of digits: Slice<UnsafeRawBufferPointer>) -> Int? {
    var value = 0
    for digit in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
}
