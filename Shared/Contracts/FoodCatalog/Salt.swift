/// Converts between the sodium of a food and the salt of a label.
package enum Salt {
    /// Grams of salt on a label per gram of sodium.
    ///
    /// Defined by Regulation (EU) No 1169/2011, Annex I, point 11: salt = sodium × 2.5. The ratio of the molar masses
    /// is 2.54; with it a label of 1.00 g would be reproduced as 1.02 g.
    package static let perSodium = 2.5
}
