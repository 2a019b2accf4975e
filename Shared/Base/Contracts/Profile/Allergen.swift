/// The allergens that must be declared on food in the European Union (Regulation 1169/2011, Annex II), as codes in
/// profiles.
public enum Allergen: String, Codable, Sendable, CaseIterable {
    case celery
    case crustaceans
    case eggs
    case fish
    case gluten
    case lupin
    case milk
    case molluscs
    case mustard
    case nuts
    case peanuts
    case sesame
    case soybeans
    case sulphites
}
