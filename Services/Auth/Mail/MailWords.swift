import Contracts

/// The texts of all mails in one language.
///
/// Lines have some 70 columns, because mail programs show plain text as it is.
struct MailWords: Sendable {
    /// The text of one kind of mail.
    struct Content: Sendable {
        let subject: String
        /// What has happened, before the link and the code.
        let opening: String
        /// How long it is valid, and what to do if the recipient did not cause the mail.
        let closing: String
    }

    let enterCode: String
    let openLink: String
    let orEnterCode: String
    let passwordReset: Content
    let passwordChanged: Content
    let emailConfirmation: Content
    let emailChangeNotice: Content
    let addressConfirmation: Content
    let tokenMade: Content

    /// Returns the texts in the language of a tag, without regard to its region; in English if there are none.
    static func words(in tag: String?) -> MailWords {
        switch tag.map(LanguageTag.code(of:)) {
        case "uk": ukrainian
        case "th": thai
        default: english
        }
    }

    func content(_ kind: OutgoingMail.Kind) -> Content {
        switch kind {
        case .passwordReset: passwordReset
        case .passwordChanged: passwordChanged
        case .emailConfirmation: emailConfirmation
        case .emailChangeNotice: emailChangeNotice
        case .addressConfirmation: addressConfirmation
        case .tokenMade: tokenMade
        }
    }
}

extension MailWords {
    private static let english = MailWords(
        enterCode: "Enter this code where you were asked for it:",
        openLink: "Open this link:",
        orEnterCode: "Or enter this code:",
        passwordReset: Content(
            subject: "Set another password",
            opening: "Another password was requested for your Mealwire account.",
            closing: """
                This is valid once, for one hour. If you did not request it, ignore
                this mail: nothing has changed.
                """
        ),
        passwordChanged: Content(
            subject: "Your password was changed",
            opening: """
                The password of your Mealwire account was reset with a link or code
                that was mailed to this address. All devices were signed out.
                """,
            closing: """
                If this was not you, another person can read your mail: secure your
                mailbox first, and then request another password.
                """
        ),
        emailConfirmation: Content(
            subject: "Confirm your e-mail address",
            opening: """
                This e-mail address was requested for the sign-in to a Mealwire
                account. Confirm that it is yours.
                """,
            closing: """
                This is valid once, for one hour. If you did not request it, ignore
                this mail: nothing has changed.
                """
        ),
        emailChangeNotice: Content(
            subject: "A change of e-mail address was requested",
            opening: """
                A change of your Mealwire account's e-mail address was requested with
                your password. It takes effect as soon as the new address is confirmed.
                """,
            closing: "If this was not you, change your password now: that ends the request."
        ),
        addressConfirmation: Content(
            subject: "Confirm your e-mail address",
            opening: """
                A Mealwire account was created with this e-mail address. If you
                created it, confirm the address: a second factor and access tokens
                need that.
                """,
            closing: """
                This is valid once, for one hour. If you did not create the account,
                do not confirm it. To take over the account, request another password.
                """
        ),
        tokenMade: Content(
            subject: "An access token was created",
            opening: """
                A personal access token of your Mealwire account was created. A
                program that has it can use your account as far as its scopes allow.
                """,
            closing: "If this was not you, change your password now and revoke your tokens."
        )
    )

    private static let ukrainian = MailWords(
        enterCode: "Введіть цей код там, де вас про нього запитали:",
        openLink: "Відкрийте це посилання:",
        orEnterCode: "Або введіть цей код:",
        passwordReset: Content(
            subject: "Новий пароль для Mealwire",
            opening: "Для вашого облікового запису Mealwire попросили новий пароль.",
            closing: """
                Посилання й код діють одну годину і лише один раз. Якщо ви про це не
                просили, не зважайте на цей лист: нічого не змінилося.
                """
        ),
        passwordChanged: Content(
            subject: "Ваш пароль змінено",
            opening: """
                Пароль вашого облікового запису Mealwire змінено за допомогою
                посилання або коду, надісланого на цю адресу. На всіх пристроях
                виконано вихід.
                """,
            closing: """
                Якщо це були не ви, хтось інший читає вашу пошту. Спершу захистіть
                свою поштову скриньку, а потім попросіть новий пароль.
                """
        ),
        emailConfirmation: Content(
            subject: "Підтвердьте свою електронну адресу",
            opening: """
                Цю електронну адресу вказали для входу до облікового запису Mealwire.
                Підтвердьте, що вона ваша.
                """,
            closing: """
                Посилання й код діють одну годину і лише один раз. Якщо ви про це не
                просили, не зважайте на цей лист: нічого не змінилося.
                """
        ),
        emailChangeNotice: Content(
            subject: "Запит на зміну електронної адреси",
            opening: """
                Хтось, хто знає ваш пароль, попросив змінити електронну адресу вашого
                облікового запису Mealwire. Зміна набуде чинності, щойно нову адресу
                підтвердять.
                """,
            closing: "Якщо це були не ви, негайно змініть пароль: це скасує запит."
        ),
        addressConfirmation: Content(
            subject: "Підтвердьте свою електронну адресу",
            opening: """
                З цією електронною адресою створено обліковий запис Mealwire. Якщо
                його створили ви, підтвердьте адресу: без цього не можна ввімкнути
                двофакторну автентифікацію та створювати токени доступу.
                """,
            closing: """
                Посилання й код діють одну годину і лише один раз. Якщо обліковий
                запис створили не ви, не підтверджуйте адресу. Щоб отримати доступ до
                цього облікового запису, попросіть новий пароль.
                """
        ),
        tokenMade: Content(
            subject: "Створено токен доступу",
            opening: """
                Для вашого облікового запису Mealwire створено особистий токен
                доступу. Програма з цим токеном може користуватися вашим обліковим
                записом у межах наданих їй дозволів.
                """,
            closing: "Якщо це були не ви, негайно змініть пароль і відкличте токени."
        )
    )

    private static let thai = MailWords(
        enterCode: "กรอกรหัสนี้ในหน้าที่ขอรหัสจากคุณ:",
        openLink: "เปิดลิงก์นี้:",
        orEnterCode: "หรือกรอกรหัสนี้:",
        passwordReset: Content(
            subject: "ตั้งรหัสผ่านใหม่",
            opening: "มีการขอตั้งรหัสผ่านใหม่สำหรับบัญชี Mealwire ของคุณ",
            closing: """
                ลิงก์และรหัสนี้ใช้ได้ครั้งเดียวภายในหนึ่งชั่วโมง
                หากคุณไม่ได้เป็นผู้ขอ ไม่ต้องทำอะไร เพราะยังไม่มีอะไรเปลี่ยนแปลง
                """
        ),
        passwordChanged: Content(
            subject: "รหัสผ่านของคุณถูกเปลี่ยนแล้ว",
            opening: """
                รหัสผ่านของบัญชี Mealwire ของคุณถูกเปลี่ยน
                ด้วยลิงก์หรือรหัสที่ส่งมายังที่อยู่อีเมลนี้
                อุปกรณ์ทุกเครื่องถูกออกจากระบบแล้ว
                """,
            closing: """
                หากไม่ใช่คุณ แสดงว่ามีคนอื่นอ่านอีเมลของคุณได้
                ให้รักษาความปลอดภัยของกล่องจดหมายก่อน แล้วจึงขอตั้งรหัสผ่านใหม่
                """
        ),
        emailConfirmation: Content(
            subject: "ยืนยันที่อยู่อีเมลของคุณ",
            opening: """
                มีการขอใช้ที่อยู่อีเมลนี้เพื่อเข้าสู่ระบบของบัญชี Mealwire
                โปรดยืนยันว่าเป็นที่อยู่อีเมลของคุณ
                """,
            closing: """
                ลิงก์และรหัสนี้ใช้ได้ครั้งเดียวภายในหนึ่งชั่วโมง
                หากคุณไม่ได้เป็นผู้ขอ ไม่ต้องทำอะไร เพราะยังไม่มีอะไรเปลี่ยนแปลง
                """
        ),
        emailChangeNotice: Content(
            subject: "มีการขอเปลี่ยนที่อยู่อีเมล",
            opening: """
                มีการขอเปลี่ยนที่อยู่อีเมลของบัญชี Mealwire ของคุณโดยใช้รหัสผ่านของคุณ
                การเปลี่ยนแปลงจะมีผลทันทีที่มีการยืนยันที่อยู่อีเมลใหม่
                """,
            closing: "หากไม่ใช่คุณ ให้เปลี่ยนรหัสผ่านทันที คำขอนี้จะถูกยกเลิก"
        ),
        addressConfirmation: Content(
            subject: "ยืนยันที่อยู่อีเมลของคุณ",
            opening: """
                มีการสร้างบัญชี Mealwire ด้วยที่อยู่อีเมลนี้
                หากคุณเป็นผู้สร้าง โปรดยืนยันที่อยู่อีเมล
                จึงจะเปิดใช้การยืนยันตัวตนสองขั้นตอนและสร้างโทเค็นการเข้าถึงได้
                """,
            closing: """
                ลิงก์และรหัสนี้ใช้ได้ครั้งเดียวภายในหนึ่งชั่วโมง
                หากคุณไม่ได้สร้างบัญชีนี้ อย่ายืนยัน
                หากต้องการเป็นผู้ใช้บัญชีนี้เอง ให้ขอตั้งรหัสผ่านใหม่
                """
        ),
        tokenMade: Content(
            subject: "มีการสร้างโทเค็นการเข้าถึง",
            opening: """
                มีการสร้างโทเค็นการเข้าถึงส่วนตัวของบัญชี Mealwire ของคุณ
                โปรแกรมที่มีโทเค็นนี้ใช้บัญชีของคุณได้ตามสิทธิ์ที่ให้ไว้
                """,
            closing: "หากไม่ใช่คุณ ให้เปลี่ยนรหัสผ่านทันที แล้วเพิกถอนโทเค็นของคุณ"
        )
    )
}
