"""The devices that the browsers stand for, and how long they may take."""

# Width and height of the page's content.
SIZES = {"phone": (360, 780), "desk": (1280, 800)}
# Pixels of the screen for each of the page.
SCALES = {"phone": 2, "desk": 1}
# Long enough for a machine that builds at the same time.
WAIT_S = 30
# A script in the page may wait for several answers.
SCRIPT_S = 120
# Longer than a browser waits for the load of a page, which is its slowest command.
ANSWER_S = 330
