/// What sort of thing a food is, from plain to particular: of two foods that a query names equally well, the plainer comes
/// first.
package enum FoodType: String, Codable, Sendable, CaseIterable {
    /// One thing, raw or plainly cooked, of no maker: a banana.
    case generic
    /// Made of several things, of no maker: banana bread.
    case dish
    /// A product of a maker.
    case branded
    /// Entered by a user.
    case own
    /// Computed from its ingredients.
    case recipe
}
