/// Puts the name of a process before each of its lines, padded to equal width, and coloured if possible.
package struct LinePrefix: Sendable {
    /// Colours that are distinct on dark and light backgrounds, without red, which suggests an error.
    private static let colours = [36, 33, 32, 35, 34, 96, 93, 92, 95, 94]

    private let prefixes: [[UInt8]]

    package init(names: [String], colour: Bool) {
        let width = names.map(\.count).max() ?? 0
        prefixes = names.enumerated().map { index, name in
            let text = name + String(repeating: " ", count: width - name.count) + " | "
            let code = Self.colours[index % Self.colours.count]
            return Array((colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text).utf8)
        }
    }

    /// Returns a line with its prefix and its line feed.
    package func line(_ text: [UInt8], of index: Int) -> [UInt8] {
        prefixes[index] + text + [UInt8(ascii: "\n")]
    }
}
