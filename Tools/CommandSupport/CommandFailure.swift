import Glibc

/// A failure of a command, as one sentence for the user.
package struct CommandFailure: Error, CustomStringConvertible, Equatable {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// Returns the system's text for an error number, by default that of the last failed call.
package func systemReason(_ code: Int32 = errno) -> String {
    String(cString: strerror(code))
}
