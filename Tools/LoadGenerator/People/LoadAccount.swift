import Contracts
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
        LoadCall(
            AuthRegister.method,
            "POST",
            "/v1/auth/register",
            [
                .body("email", email), .body("password", password), .body("passwordConfirmation", password),
                .body("name", "Load \(number + 1)"), .body("sex", number.isMultiple(of: 2) ? "female" : "male"),
                .body("birthDate", "\(1_950 + number % 50)-05-17"), .body("heightCm", json: "\(155 + number % 40)"),
                .body("weightKg", json: "\(55 + number % 50)"), .body("activityLevel", "light"), .body("goal", "keep"),
            ],
            keepsBody: true
        )
    }

    var login: LoadCall {
        LoadCall(
            AuthLogin.method,
            "POST",
            "/v1/auth/login",
            [.body("email", email), .body("password", password)],
            keepsBody: true
        )
    }
}
