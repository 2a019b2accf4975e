import Calendar
import Contracts
import JSONCoding
import SeededRandom

/// The account of a user created for a run.
///
/// The seed determines it, so a run can be repeated with the same users.
struct LoadAccount: Sendable {
    let email: String
    /// Unpredictable without the seed, in case the accounts remain in a stack that others can reach.
    let password: String
    private var number = 0

    init(email: String, password: String) {
        self.email = email
        self.password = password
    }

    init(seed: Int, number: Int) {
        var random = SeededGenerator(seed: seed &* 1_000_003 &+ number)
        email = "load-\(String(UInt64(bitPattern: Int64(seed)), radix: 16))-\(number)@example.org"
        password = "L" + String(random.next(), radix: 16) + String(random.next(), radix: 36)
        self.number = number
    }

    /// The registration, with varied data so that targets differ.
    var registration: LoadCall {
        var profile = ProfileChange()
        profile.sex = .set(number.isMultiple(of: 2) ? .female : .male)
        profile.birthDate = PlainDate(year: 1_950 + number % 50, month: 5, day: 17).map { .set($0) } ?? .unchanged
        profile.heightCm = .set(Double(155 + number % 40))
        profile.weightKg = .set(Double(55 + number % 50))
        profile.activityLevel = .set(.light)
        profile.goal = .set(.keep)
        return LoadCall(
            AuthRegister(email: email, password: password, name: "Load \(number + 1)", profile: profile),
            keepsBody: true
        )
    }

    var login: LoadCall { LoadCall(AuthLogin(email: email, password: password), keepsBody: true) }
}
