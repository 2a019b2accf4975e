/// Thrown while a process is built: it has done what it was asked for, and ends well without having served.
package struct EarlyEnd: Error {
    /// A line for standard output.
    let line: String

    package init(saying line: String) { self.line = line }
}
