/// The version of Mealwire.
package enum Release {
    /// A semantic version; all processes of a stack are built together.
    package static let version = "0.1.0"
}
