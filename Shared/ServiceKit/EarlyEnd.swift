/// Thrown while a process is built, to end it with success: it has done its task and need not serve.
package struct EarlyEnd: Error {
    /// A line for standard output.
    let line: String

    package init(saying line: String) { self.line = line }
}
