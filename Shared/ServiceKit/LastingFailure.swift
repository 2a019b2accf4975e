/// A failure that another start would not resolve: an administrator must act first.
package struct LastingFailure: Error, CustomStringConvertible {
    /// `EX_DATAERR` of sysexits.h.
    ///
    /// Supervisors do not restart a process with this exit status: units by `RestartPreventExitStatus=`, and `mealwire
    /// up`.
    package static let exitStatus: Int32 = 65

    package let description: String

    package init(_ description: String) { self.description = description }
}
