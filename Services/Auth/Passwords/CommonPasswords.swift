/// The passwords that are tried first, from eight characters on: shorter ones are refused anyway.
enum CommonPasswords {
    private static let all: Set<String> = [
        "00000000", "11111111", "111111111", "1111111111", "11223344", "112233445566", "12121212", "123123123",
        "123321123", "12341234", "123454321", "12345678", "123456789", "1234567890", "12345678910", "123qweasd",
        "147258369", "1q2w3e4r", "1q2w3e4r5t", "1q2w3e4r5t6y", "1qaz2wsx", "1qaz2wsx3edc", "22222222", "55555555",
        "66666666", "77777777", "87654321", "88888888", "987654321", "9876543210", "99999999", "aa123456",
        "aa12345678", "aaaaaaaa", "abc12345", "abcd1234", "abcdefg1", "abcdefgh", "access14", "adminadmin",
        "administrator", "alexander", "asdasdasd", "asdf1234", "asdfasdf", "asdfghjk", "asdfghjkl", "baseball",
        "basketball", "butterfly", "caroline", "changeme", "charlotte", "chocolate", "computer", "danielle",
        "dragon123", "einstein", "football", "football1", "iloveyou", "iloveyou1", "iloveyou2", "internet",
        "jennifer", "jonathan", "letmein1", "letmein123", "liverpool", "manchester", "marlboro", "mercedes",
        "metallica", "michelle", "midnight", "minecraft", "monkey123", "mustang1", "p@ssw0rd", "pa$$w0rd", "passw0rd",
        "passw0rd1", "password", "password!", "password1", "password12", "password123", "password1234", "password2",
        "pokemon1", "princess", "princess1", "q1w2e3r4", "q1w2e3r4t5", "qazwsxedc", "qwer1234", "qwerasdf",
        "qwerty12", "qwerty123", "qwerty1234", "qwertyui", "qwertyuiop", "samantha", "shadow123", "starwars",
        "sunshine", "sunshine1", "superman", "superman1", "swordfish", "testtest", "trustno1", "victoria", "welcome1",
        "welcome123", "whatever", "winston1", "zaq12wsx", "zxcvbnm1", "zxcvbnm123",
    ]

    /// Whether a password is among the commonest, in whatever case it is written.
    static func contains(_ password: String) -> Bool { all.contains(password.lowercased()) }
}
