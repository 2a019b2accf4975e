/// Why a process ends that would end the same way however often it is started: somebody has to do something first.
package struct LastingFailure: Error, CustomStringConvertible {
    /// `EX_DATAERR` of sysexits.h; nobody who knows it starts again who ends with it (units by `RestartPreventExitStatus=`, `mealwire up`).
    package static let exitStatus: Int32 = 65

    package let description: String

    package init(_ description: String) { self.description = description }
}
