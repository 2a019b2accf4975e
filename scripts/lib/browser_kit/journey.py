"""What a person does on the first day: each step continues where the one before has ended."""

from selenium.webdriver.common.keys import Keys

from .app import text_of

# A code with a right check digit that no food of the catalog has.
CODE = "4006381333931"
MEALS = ("breakfast", "lunch", "dinner", "snack")
# Days and boards follow the diary by events.
FOLLOWS_WITHIN_S = 60


def card(meal):
    return f".meal:nth-child({MEALS.index(meal) + 1})"


def open_add(app, meal):
    app.tap(f"{card(meal)} .card-head a")
    app.wait("#search")


def done(app, meal, rows):
    """Ends a visit to Add, and checks the meal on Today."""
    app.tap(".tray > .button-main")
    app.count(f"{card(meal)} .rows .row", rows)


def register(app):
    app.register()


def answer_questions(app):
    """The questionnaire leads to a target, and Today has it."""
    def choose(name):
        app.tap(f"label[for={name}]")
        app.tap(".questions-foot .button-main")

    def write(**fields):
        for name, text in fields.items():
            app.put(f"#{name}", text)
        app.tap(".questions-foot .button-main")

    choose("sex-female")
    write(day="28", month="2", year="1990")
    write(**{"height-centimetres": "1,75"})
    write(**{"weight-kilograms": "70.5"})
    choose("activity-light")
    choose("goal-lose")
    write(**{"goalWeight-kilograms": "65"})
    app.wait(".questions-result .large-number")
    app.tap(".questions-foot .button-main")
    app.sees("eaten of", ".summary-of")
    assert app.ask("/v1/profile")["heightCm"] == 175


def log_by_search(app):
    open_add(app, "breakfast")
    app.type("#search", "banana")
    app.tap(".add-list .row", "anana", inside="button")
    app.wait(".tray")
    done(app, "breakfast", 1)


def log_typed_meal(app):
    open_add(app, "lunch")
    app.type("#search", "2 eggs, toast 40 g")
    app.count(".understood .row", 2)
    app.tap(".understood .button-main:not([aria-disabled])")
    app.wait(".tray")
    done(app, "lunch", 2)


def log_recent_food(app):
    """A food that was logged before needs one tap more than Add."""
    open_add(app, "dinner")
    app.tap(".add-list .row", "anana", inside="button")
    app.wait(".tray")
    done(app, "dinner", 1)


def type_code(app):
    open_add(app, "snack")
    app.tap(".search a.icon-button")
    app.put("#scan-number", CODE)
    app.tap(".scan-number button")


def log_barcode(app):
    """An unknown code leads to the form of the food; the next time it leads to the amount."""
    app.expected.append("/v1/foods/barcode/")
    type_code(app)
    app.wait("#food-name")
    assert app.wait("#food-code").get_property("value") == CODE
    app.put("#food-name", "Oat bar")
    app.put("#food-kcal", "400")
    app.tap(".late-foot .button-main")
    for rows in (1, 2):
        app.put("#quantity", "50")
        app.tap(".flow-foot .button-main:not([aria-disabled])")
        app.wait("#search")
        app.tap(".flow-head a.icon-button")
        app.count(f"{card('snack')} .rows .row", rows)
        if rows == 1:
            type_code(app)


def check_today(app):
    """Today has the sums of the server, which has each entry once."""
    app.all_sent()
    app.has(lambda day: sum(len(meal["entries"]) for meal in day["meals"]) == 6)
    day = app.ask("/v1/diary/days/today")
    left = round(day["target"]["dailyKcal"]) - round(day["totals"]["kcal"])
    digits = "".join(sign for sign in text_of(app.wait(".summary .large-number")) if sign.isdigit())
    assert digits == str(abs(left)), f"Today says {digits} where the server has {left} left."


def change_entry(app):
    app.tap(f"{card('breakfast')} .row .row-main")
    app.put("#quantity", "2")
    app.tap(".flow-foot .button-main:not([aria-disabled])")
    app.shows("/")
    app.has(lambda day: 2 in [day["meals"][0]["entries"][0][name] for name in ("quantity", "grams")])


def remove_entry(app):
    """An entry that is removed comes back by undo; removed again, it is gone."""
    def remove():
        app.tap(f"{card('lunch')} .row-menu")
        app.tap("dialog[open] .sheet-list .is-over")
        app.count(f"{card('lunch')} .rows .row", 1)

    remove()
    app.tap(".toast button")
    app.count(f"{card('lunch')} .rows .row", 2)
    app.all_sent()
    remove()
    app.all_sent()
    app.has(lambda day: len(day["meals"][1]["entries"]) == 1)


def drink_water(app):
    app.tap(".extra-actions .chip", "250")
    app.sees("0.25 l", ".extras")
    app.has(lambda day: day["waterMl"] == 250)


def log_weight(app):
    app.go("/progress")
    app.put("#weight", "70.2")
    app.tap(".weight-line .button-main")
    app.sees("70.2 kg logged", ".toast")
    app.has(lambda answer: 70.2 in [item["value"] for item in answer["items"]], "/v1/profile/measurements?kind=weight")


def copy_day(app):
    """All of today is copied to yesterday."""
    app.go("/")
    app.tap(".day-head > a.icon-button")
    app.sees("Yesterday", "h1")
    app.tap(".extra-foot .button")
    app.wait("dialog[open] .calendar")
    app.tap("dialog[open] .button-wide")
    app.wait("dialog[open] .copy-list")
    app.tap("dialog[open] .sheet-form .button-main")
    app.count(".meals .rows .row", 5)
    app.all_sent()
    date = app.driver.current_url.rsplit("/", 1)[1]
    assert len(app.entries(date)) == 5
    app.tap(".day-status a")
    app.shows("/")


def log_plan(app):
    """A menu is made, and a day of it is logged."""
    app.go("/plan")
    app.tap(".plan form .button-main:not([aria-disabled])")
    app.sees("Log this day", ".late-actions .button-main")
    dishes = len(app.found(".plan-dish"))
    assert dishes > 0
    app.tap(".late-actions .button-main:not([aria-disabled])")
    app.sees("This day is logged", ".late-actions .button-main")
    app.tap(".flow-head a.icon-button")
    app.shows("/plan")
    app.tap('.nav a[href="/"]')
    app.count(".meals .rows .row", 5 + dishes)


def compare_with_others(app):
    """Sharing puts the person on the board, and a group has a code."""
    app.go("/people")
    app.tap(".people-consent .button-main")
    app.wait(".people-shared")
    app.tap(".people-choice .chip", "Days logged")
    app.until(lambda driver: app.found(".place-mine", app.name), FOLLOWS_WITHIN_S)
    app.tap(".people-actions .button", "New group")
    app.put("#people-create", "Family")
    app.tap(".people-form .button-main")
    app.sees("Family", "h1")
    assert text_of(app.wait(".people-code"))


def sign_out_and_in(app):
    app.go("/more")
    app.tap(".more > .button-wide")
    app.wait("#email")
    assert "Oat bar" not in app.driver.page_source
    app.sign_in(app.email)
    app.sees("Oat bar", card("snack"))
    app.sees("0.25 l", ".extras")


def press_keys(app):
    """Enter alone logs bare energy."""
    open_add(app, "snack")
    app.type("#search", f"123{Keys.ENTER}")
    app.wait(".tray")
    app.tap(".tray > .button-main")
    app.sees("123", card("snack"))
    app.all_sent()
    # A dish of the menu may have as much energy.
    assert [entry["kcal"] for entry in app.entries() if entry["foodId"] is None].count(123) == 1


STEPS = (register, answer_questions, log_by_search, log_typed_meal, log_recent_food, log_barcode, check_today,
         change_entry, remove_entry, drink_water, log_weight, copy_day, log_plan, compare_with_others, sign_out_and_in,
         press_keys)


def first_day(app):
    """From the registration to the next sign-in."""
    for step in STEPS:
        app.step = step.__name__
        step(app)
