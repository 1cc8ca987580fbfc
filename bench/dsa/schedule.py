"""The shortest time in which the service can be read at all."""


def ideal_seconds(statements, page, latency, quota, window):
    """Pages one after the other, each taking `latency`, at most `quota` of them begun in a window
    that opens with its first request. The last page may be empty of course: it is not asked for."""
    pages = -(-statements // page)
    now = opened = 0.0
    in_window = 0
    for _ in range(pages):
        if in_window == quota:
            now = max(now, opened + window)
            in_window = 0
        if in_window == 0:
            opened = now
        in_window += 1
        now += latency
    return now
