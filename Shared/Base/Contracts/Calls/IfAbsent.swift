/// What the removal of an object does if the object does not exist.
public enum IfAbsent: String, Codable, Sendable, CaseIterable {
    /// The removal fails with `notFound` and changes nothing.
    case fail
    /// The removal succeeds, and the id is remembered as removed.
    ///
    /// A device sends this if its removal may arrive before its creation: the creation is then refused.
    case remember
}
