"""One request of the recorded journey, as data."""

import base64

NEW_ID = "{{uuid:%s}}"
PASSWORD = "Recorded 7 Words"


def step(name, verb, path, *, by=None, values=None, query=None, headers=None, body=None, file=None, url=None, takes=None,
         before=None, until=None):
    """Makes a step.

    `by` names the placeholder of an access token, `values` those of the path's braces, `file` is a media type and bytes,
    `url` an address from an earlier answer, `takes` names values of the answer for later steps by their path in it, and
    `before` is an action of the operator. `until` is for an answer that follows other requests after a delay: the path of a
    value that it has then.
    """
    made = {"name": name, "verb": verb, "path": path}
    if before:
        made["before"] = before
    if url:
        made["url"] = url
    if values:
        made["values"] = values
    if query:
        made["query"] = query
    all_headers = dict(headers or {})
    if by:
        all_headers["Authorization"] = "Bearer {{%s}}" % by
    if all_headers:
        made["headers"] = all_headers
    if file:
        made["file"] = {"mediaType": file[0], "base64": base64.b64encode(file[1]).decode()}
    elif body is not None:
        made["body"] = body
    if takes:
        made["takes"] = takes
    if until:
        made["until"] = until
    return made
