/// A failure that another start would not resolve: an administrator must act first.
package struct PermanentFailure: Error, CustomStringConvertible {
    /// `EX_DATAERR` of sysexits.h.
    ///
    /// Supervisors do not restart a process with this exit status: systemd by `RestartPreventExitStatus=`, and
    /// `mealwire up`.
    package static let exitStatus: Int32 = 65

    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Thrown while a process is built, to end it with success: it has done its task and need not serve.
package struct EarlyExit: Error {
    /// A line for standard output.
    let line: String

    package init(saying line: String) { self.line = line }
}
