import Foundation

/// The files of the folder `Texts`, which lie beside the executable.
enum BundledText {
    /// Returns the bytes of a file.
    ///
    /// - Throws: An error that contains the path, if the file cannot be read: the installation is incomplete.
    static func data(_ file: String) throws -> Data {
        try Data(contentsOf: Bundle.module.bundleURL.appending(path: "Texts/\(file)"))
    }
}
