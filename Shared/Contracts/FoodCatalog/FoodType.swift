/// The sort of a food, from plain to specific: of two foods that match a query equally well, the plainer one is ranked
/// first.
package enum FoodType: String, Codable, Sendable, CaseIterable {
    /// A single food, raw or plainly cooked, without a brand: a banana.
    case generic
    /// Made of several foods, without a brand: banana bread.
    case dish
    /// A branded product.
    case branded
    /// Entered by a user.
    case own
    /// Computed from its ingredients.
    case recipe
}
