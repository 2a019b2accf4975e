/// The reason why a message was not accepted; it names no recipient.
struct MailFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
