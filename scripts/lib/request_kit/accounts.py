"""Accounts, sessions, the second factor, personal tokens, exports and erasure."""

from request_kit.steps import NEW_ID, PASSWORD, step

OTHER_PASSWORD = "Recorded 8 Words"
NO_ID = NEW_ID % "nothing"
QUESTIONNAIRE = {"sex": "female", "birthDate": "1990-05-17", "heightCm": 165, "weightKg": 65, "goalWeightKg": 60,
                 "activityLevel": "light", "goal": "lose", "timeZone": "UTC", "language": "en", "units": "metric"}


def registration(user, **more):
    return {"email": "{{email:%s}}" % user, "password": PASSWORD, "passwordConfirmation": PASSWORD, "name": "Recorded", **more}


def credentials(user, password=PASSWORD, **more):
    return {"email": "{{email:%s}}" % user, "password": password, **more}


def session(user):
    return {user: "accessToken", f"{user}.refresh": "refreshToken", f"{user}.device": "deviceToken", f"{user}.id": "user.id"}


SIGN_IN = [
    step("an address without an account", "POST", "/v1/auth/email-status", body={"email": "{{email:ann}}"}),
    step("register", "POST", "/v1/auth/register", body=registration("ann"), takes=session("ann")),
    step("register an address twice", "POST", "/v1/auth/register", body=registration("ann")),
    step("register with invalid fields", "POST", "/v1/auth/register", body=registration(
        "bad", passwordConfirmation="other", name="A", heightCm=10)),
    step("register with a weak password", "POST", "/v1/auth/register", body=registration(
        "bad", password="short", passwordConfirmation="short")),
    step("register with an unknown field", "POST", "/v1/auth/register", body=registration("bad", shoeSize=40)),
    step("register without an address", "POST", "/v1/auth/register", body={"password": PASSWORD}),
    step("register without a body", "POST", "/v1/auth/register"),
    step("register another user with the questionnaire", "POST", "/v1/auth/register", body=registration(
        "ben", **QUESTIONNAIRE), takes=session("ben")),
    step("register the third user", "POST", "/v1/auth/register", body=registration("cem"), takes=session("cem")),
    step("sign in with a wrong password", "POST", "/v1/auth/login", body=credentials("ann", OTHER_PASSWORD)),
    step("sign in", "POST", "/v1/auth/login", body=credentials("ann", deviceToken="{{ann.device}}"),
         takes={"ann.other": "accessToken", "ann.otherRefresh": "refreshToken"}),
    step("sign in as a browser", "POST", "/v1/auth/login", body=credentials("ann"), headers={"X-Session": "cookie"}),
    step("renew a session", "POST", "/v1/auth/refresh", body={"refreshToken": "{{ann.otherRefresh}}"},
         takes={"ann.other": "accessToken", "ann.otherRefresh": "refreshToken"}),
    step("renew a session with an unknown token", "POST", "/v1/auth/refresh", body={"refreshToken": "unknown"}),
    step("read without a token", "GET", "/v1/profile"),
    step("read with a false token", "GET", "/v1/profile", headers={"Authorization": "Bearer false"}),
    step("read an unknown path", "GET", "/v1/unknown", by="ann"),
    step("list the sessions", "GET", "/v1/auth/sessions", by="ann", takes={"ann.newestSession": "items.0.id"}),
    step("end one session", "DELETE", "/v1/auth/sessions/{id}", by="ann", values={"id": "{{ann.newestSession}}"}),
    step("end an unknown session", "DELETE", "/v1/auth/sessions/{id}", by="ann", values={"id": NO_ID}),
    step("log out", "POST", "/v1/auth/logout", by="ann.other"),
    step("end all other sessions", "DELETE", "/v1/auth/sessions", by="ann"),
]

# Each code is accepted once, and those of the neighbouring steps are, too: the sign-in takes the next one.
SECOND_FACTOR = [
    step("the second factor is off", "GET", "/v1/auth/totp", by="ben"),
    step("begin a second factor with a wrong password", "POST", "/v1/auth/totp", by="ben", body={"password": OTHER_PASSWORD}),
    step("begin a second factor", "POST", "/v1/auth/totp", by="ben", body={"password": PASSWORD},
         takes={"ben.secret": "secret"}),
    step("confirm a second factor with a wrong code", "POST", "/v1/auth/totp/confirm", by="ben", body={"code": "000000"}),
    step("confirm a second factor", "POST", "/v1/auth/totp/confirm", by="ben", body={"code": "{{code:ben.secret:0}}"},
         takes={"ben.recovery": "recoveryCodes.0"}),
    step("sign in with a second factor", "POST", "/v1/auth/login", body=credentials("ben"),
         takes={"ben.challenge": "params.challenge"}),
    step("give a wrong code", "POST", "/v1/auth/login/totp", body={"challenge": "{{ben.challenge}}", "code": "000000"}),
    step("give the code", "POST", "/v1/auth/login/totp",
         body={"challenge": "{{ben.challenge}}", "code": "{{code:ben.secret:1}}"}),
    step("the second factor is on", "GET", "/v1/auth/totp", by="ben"),
    step("remove the second factor with a wrong code", "DELETE", "/v1/auth/totp", by="ben",
         body={"password": PASSWORD, "code": "000000"}),
    step("remove the second factor", "DELETE", "/v1/auth/totp", by="ben",
         body={"password": PASSWORD, "code": "{{ben.recovery}}"}),
]

# Without a confirmed address, an account gets no personal token if the server sends mail.
TOKENS = [
    step("create a token with an unknown scope", "POST", "/v1/auth/tokens", by="ann",
         body={"name": "Script", "scopes": ["everything"], "expiresAt": "{{time:86400}}"}),
    step("create a token with invalid fields", "POST", "/v1/auth/tokens", by="ann",
         body={"name": "", "scopes": [], "expiresAt": "{{time:-86400}}"}),
    step("create a token", "POST", "/v1/auth/tokens", by="ann",
         body={"name": "Script", "scopes": ["diary:read"], "expiresAt": "{{time:86400}}", "password": PASSWORD},
         takes={"ann.script": "token", "ann.scriptId": "id"}),
    step("list the tokens", "GET", "/v1/auth/tokens", by="ann"),
    step("read the diary with a token", "GET", "/v1/diary/days/{date}", by="ann.script", values={"date": "today"}),
    step("read the profile with a token of another scope", "GET", "/v1/profile", by="ann.script"),
    step("remove a token", "DELETE", "/v1/auth/tokens/{id}", by="ann", values={"id": "{{ann.scriptId}}"}),
    step("remove a token twice", "DELETE", "/v1/auth/tokens/{id}", by="ann", values={"id": "{{ann.scriptId}}"}),
]

# These end sessions, or change how a user signs in, so they come last.
LEAVING = [
    step("change the password with a wrong one", "PUT", "/v1/auth/password", by="cem", body={
        "currentPassword": OTHER_PASSWORD, "password": OTHER_PASSWORD, "passwordConfirmation": OTHER_PASSWORD}),
    step("change the password without its repetition", "PUT", "/v1/auth/password", by="cem", body={
        "currentPassword": PASSWORD, "password": OTHER_PASSWORD, "passwordConfirmation": "other"}),
    step("change the password", "PUT", "/v1/auth/password", by="cem", body={
        "currentPassword": PASSWORD, "password": OTHER_PASSWORD, "passwordConfirmation": OTHER_PASSWORD}),
    step("change the address", "PUT", "/v1/auth/email", by="cem", body={
        "email": "{{email:new}}", "currentPassword": OTHER_PASSWORD}),
    step("change the address to an invalid one", "PUT", "/v1/auth/email", by="cem", body={
        "email": "nowhere", "currentPassword": OTHER_PASSWORD}),
    step("confirm an address with an unknown token", "POST", "/v1/auth/email/confirm", body={"token": "unknown"}),
    step("confirm an address", "POST", "/v1/auth/email/confirm", body={"token": "{{mail:new:Confirm your e-mail address}}"}),
    step("forget the password", "POST", "/v1/auth/password/forgot", body={"email": "{{email:ben}}"}),
    step("reset the password with an unknown token", "POST", "/v1/auth/password/reset", body={
        "token": "unknown", "password": OTHER_PASSWORD}),
    step("reset the password", "POST", "/v1/auth/password/reset", body={
        "token": "{{mail:ben:Set another password}}", "password": OTHER_PASSWORD}),
    step("export the account with a wrong password", "POST", "/v1/account/exports", by="ann",
         body={"password": OTHER_PASSWORD}),
    step("export the account", "POST", "/v1/account/exports", by="ann", body={"password": PASSWORD},
         takes={"ann.export": "id"}),
    step("download the export", "GET", "/v1/account/exports/{id}", by="ann", values={"id": "{{ann.export}}"}),
    step("download an unknown export", "GET", "/v1/account/exports/{id}", by="ann", values={"id": NO_ID}),
    step("erase the account with a wrong password", "POST", "/v1/account/deletion", by="ann",
         body={"password": OTHER_PASSWORD}),
    step("erase the account", "POST", "/v1/account/deletion", by="ann", body={"password": PASSWORD}),
    step("sign in to an erased account", "POST", "/v1/auth/login", body=credentials("ann")),
]
