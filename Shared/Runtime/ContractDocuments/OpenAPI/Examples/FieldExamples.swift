import Contracts

/// Usual values of fields by their names, so that examples read well.
enum FieldExamples {
    static let byFormat = [
        "uuid": "0192f0c1-2b4e-7d11-8a55-3c1f0a9b7e42", "date": "2026-03-10", "date-or-today": "2026-03-10",
        "date-time": "2026-03-10T07:30:00Z", "email": "ann@example.org", "uri": "https://example.org/",
    ]

    private static let time = "2026-03-10T07:30:00Z"

    private static let texts: [String: String] = [
        "email": "ann@example.org", "password": "Correct horse 7", "passwordConfirmation": "Correct horse 7",
        "name": "Banana", "displayName": "Ann", "firstName": "Ann", "lastName": "Lee", "additionalName": "Plantain",
        "language": "en", "timeZone": "Europe/Kyiv", "at": time, "expiresAt": "2026-06-10T07:30:00Z",
        "portion": "piece", "note": "Felt well.", "gtin": "4006381333931", "barcode": "4006381333931",
        "detail": "grams must be from 0.1 to 10000.", "message": "grams must be from 0.1 to 10000.", "field": "grams",
        "birthDate": "1990-05-17", "q": "banana", "from": "2026-03-01", "to": "2026-03-10", "code": "123456",
        "currentPassword": "Correct horse 7", "newPassword": "Better horse 8", "version": Release.version,
        "accessToken": "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTkyIn0.c2ln", "refreshToken": "bXdyX3JlZnJlc2g",
        "deviceToken": "bXdkX2RldmljZQ", "token": "mealwire_pat_0a1B2c3D4e5F", "challenge": "bXdjX2NoYWxsZW5nZQ",
        "secret": "JBSWY3DPEHPK3PXP", "uri": "otpauth://totp/Mealwire:ann@example.org?secret=JBSWY3DPEHPK3PXP",
        "brand": "Example Foods", "category": "fruits", "description": "A ripe banana.", "device": "Firefox",
        "imageURL": "/v1/foods/image/0192f0c1-2b4e-7d11-8a55-3c1f0a9b7e42?expires=1773127800&signature=c2ln",
        "picture": "/v1/foods/0192f0c1-2b4e-7d11-8a55-3c1f0a9b7e42/picture",
        "recipeURL": "https://example.org/recipe", "ingredients": "Banana", "cursor": "bXdfY3Vyc29y",
        "nextCursor": "bXdfY3Vyc29y", "since": "bXdfc2luY2U", "next": "bXdfY3Vyc29y", "source": "scale",
        "externalId": "4711", "state": "ready", "status": "ready", "step": "Peel it.", "dislike": "celery",
        "kid": "0192f0c1", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "recoveryCode": "ABCDE-FGHJK",
        "profileMissing": "sex", "feature": "diary.entries.add", "reason": "The row has no date.", "signature": "c2ln",
    ]
    private static let numbers: [String: Double] = [
        "grams": 120, "kcal": 107, "quantity": 1, "proteinG": 1.3, "fatG": 0.4, "carbohydrateG": 27.4, "fiberG": 3.1,
        "sugarG": 14.7, "saltG": 0, "heightCm": 170, "weightKg": 64.5, "goalWeightKg": 60, "dailyKcal": 2_000,
        "version": 3, "limit": 20, "position": 0, "days": 7, "waterMl": 250, "ml": 250, "densityGPerMl": 1.03,
        "dayStartHour": 0,
        "weekStart": 1, "bodyFatPercent": 24, "age": 35, "bmi": 22.3, "bmr": 1_420, "tdee": 1_950, "tdeeKcal": 1_950,
        "targetKcal": 2_000, "weeklyKcal": 14_000, "monthlyKcal": 60_000, "remaining": 893, "members": 4, "rank": 2,
        "score": 87.5, "servings": 2, "servingG": 250, "targetProteinG": 110, "targetFatG": 65,
        "targetCarbohydrateG": 240, "expires": 1_773_127_800, "trendKg": 64.2, "value": 64.5, "intakeKcal": 1_900,
        "intakeSoFarKcal": 2_300,
        "percent": 80, "entries": 5, "line": 2, "uses": 0, "usesMax": 1, "seed": 7, "recoveryCodesLeft": 8,
    ]

    /// Returns the usual value of a field if its schema allows it; nil if there is none.
    static func value(of name: String, _ schema: Schema) -> YAML? {
        switch schema.kind {
        case .text(let format):
            guard let text = texts[name] ?? (name.hasSuffix("At") ? time : nil),
                schema.constraints.allSatisfy({ $0.allows(text) })
            else { return nil }
            switch format {
            case nil: return .string(text)
            case "date", "date-or-today": return text.utf8.count == "YYYY-MM-DD".utf8.count ? .string(text) : nil
            default: return nil
            }
        case .number, .integer:
            guard let number = numbers[name], schema.constraints.allSatisfy({ $0.allows(number) }) else { return nil }
            if schema.kind == .integer, number != number.rounded() { return nil }
            return .double(number)
        default: return nil
        }
    }
}

extension Constraint {
    /// Returns whether a text obeys the constraint, as far as examples need to know.
    func allows(_ text: String) -> Bool {
        switch self {
        case .length(let range): range.contains(text.unicodeScalars.count)
        case .bytes(let most): text.utf8.count <= most
        // Swift may not know a construct of ECMA 262; then another example is made of the pattern.
        case .pattern(let pattern): (try? Regex(pattern).firstMatch(in: text)) != nil
        case .format(let format): FieldExamples.byFormat[format] == nil || format == "date-time" && text.hasSuffix("Z")
        case .oneOf(let values): values.contains(text)
        default: true
        }
    }

    fileprivate func allows(_ number: Double) -> Bool {
        if case .range(let range) = self { range.contains(number) } else { true }
    }
}
