/// Why a message was not taken; says nothing of whom it was for.
struct MailFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
