/// Which Mealwire this is.
package enum Release {
    /// By the rules of Semantic Versioning; all processes of a set are built together.
    package static let version = "0.1.0"
}
