import Glibc

/// Why a set cannot start or stop, as one sentence for the person who asked.
package struct SetFailure: Error, CustomStringConvertible, Equatable {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// What the system says about the call that just failed.
func systemReason(_ code: Int32 = errno) -> String {
    String(cString: strerror(code))
}
