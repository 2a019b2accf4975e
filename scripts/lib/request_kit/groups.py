"""Boards, shared days, groups and challenges."""

from request_kit.accounts import NO_ID
from request_kit.steps import step

STEPS = [
    step("a board", "GET", "/v1/leaderboard", by="ann", query={"period": "week", "metric": "logged"},
         until="items.1.score"),
    step("a board of an unknown period", "GET", "/v1/leaderboard", by="ann", query={"period": "year"}),
    step("a user who shares", "GET", "/v1/leaderboard/users/{id}", by="ann", values={"id": "{{ben.id}}"},
         until="days.6.targetKcal"),
    step("a user who does not share", "GET", "/v1/leaderboard/users/{id}", by="ann", values={"id": "{{cem.id}}"}),
    step("a shared day", "GET", "/v1/leaderboard/users/{id}/days/{date}", by="ann",
         values={"id": "{{ben.id}}", "date": "{{date:0}}"}, until="targetKcal"),
    step("create a group", "POST", "/v1/groups", by="ann", body={"name": "Neighbours"},
         takes={"group": "id", "group.code": "code", "group.tag": "header ETag"}),
    step("create a group without a name", "POST", "/v1/groups", by="ann", body={"name": ""}),
    step("join a group", "POST", "/v1/groups/join", by="ben", body={"code": "{{group.code}}"}),
    step("join a group twice", "POST", "/v1/groups/join", by="ben", body={"code": "{{group.code}}"}),
    step("join an unknown group", "POST", "/v1/groups/join", by="ben", body={"code": "00000-00000-00000-00000"}),
    step("list the groups", "GET", "/v1/groups", by="ben"),
    step("a group", "GET", "/v1/groups/{id}", by="ben", values={"id": "{{group}}"},
         query={"period": "week", "metric": "logged"}),
    step("a group of others", "GET", "/v1/groups/{id}", by="cem", values={"id": "{{group}}"}),
    step("rename a group", "PATCH", "/v1/groups/{id}", by="ann", values={"id": "{{group}}"}, body={"name": "Friends"}),
    step("rename a group that another device has changed", "PATCH", "/v1/groups/{id}", by="ann", values={"id": "{{group}}"},
         body={"name": "Others"}, headers={"If-Match": "{{group.tag}}"}),
    step("rename a group as a member", "PATCH", "/v1/groups/{id}", by="ben", values={"id": "{{group}}"}, body={"name": "Mine"}),
    step("renew the code of a group", "POST", "/v1/groups/{id}/code", by="ann", values={"id": "{{group}}"}),
    step("challenge a group", "POST", "/v1/groups/{id}/challenges", by="ann", values={"id": "{{group}}"}, body={
        "metric": "logged", "from": "{{date:0}}", "to": "{{date:6}}"}, takes={"challenge": "id"}),
    step("challenge a group for reversed days", "POST", "/v1/groups/{id}/challenges", by="ann", values={"id": "{{group}}"},
         body={"metric": "logged", "from": "{{date:6}}", "to": "{{date:0}}"}),
    step("a challenge", "GET", "/v1/challenges/{id}", by="ben", values={"id": "{{challenge}}"}),
    step("an unknown challenge", "GET", "/v1/challenges/{id}", by="ben", values={"id": NO_ID}),
    step("a group with a challenge", "GET", "/v1/groups/{id}", by="ann", values={"id": "{{group}}"}),
    step("remove a challenge", "DELETE", "/v1/challenges/{id}", by="ann", values={"id": "{{challenge}}"}),
    step("leave a group", "DELETE", "/v1/groups/{id}/members/{userId}", by="ben",
         values={"id": "{{group}}", "userId": "{{ben.id}}"}),
    step("remove a group", "DELETE", "/v1/groups/{id}", by="ann", values={"id": "{{group}}"}),
    step("remove a group twice", "DELETE", "/v1/groups/{id}", by="ann", values={"id": "{{group}}"}),
]
