"""A service that decides, and middleware that watches what it decides.

    pip install fairmon starlette uvicorn
    uvicorn decision_service:app

FastAPI is Starlette underneath: `app.add_middleware(FairnessMiddleware, ...)` works the same there.
"""

import json
import logging
from datetime import datetime, timezone

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import fairmon as fm

log = logging.getLogger("fairness")


class FairnessMiddleware:
    """Pushes one event for each decision that leaves the service.

    `event(request, answer)` makes the event out of the JSON of both, or None if it is none.
    Answers go out unchanged and first; a mistake in watching is logged and never reaches a caller.
    """

    def __init__(self, app, monitor, event, on_verdict=log.warning):
        self.app = app
        self.monitor = fm.AsyncMonitor(monitor)
        self.event = event
        self.on_verdict = on_verdict

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        asked, answered = [], []

        async def keep_request():
            message = await receive()
            asked.append(message.get("body", b""))
            return message

        async def keep_answer(message):
            answered.append(message.get("body", b""))
            await send(message)

        await self.app(scope, keep_request, keep_answer)
        try:
            await self.watch(b"".join(asked), b"".join(answered))
        except Exception:
            log.exception("a decision could not be watched")

    async def watch(self, asked, answered):
        event = self.event(json.loads(asked or b"{}"), json.loads(answered or b"{}"))
        if event is not None:
            event.setdefault("time", datetime.now(timezone.utc))
            for verdict in await self.monitor.push(event):
                self.on_verdict(str(verdict))


async def decide(request: Request) -> JSONResponse:
    """Stands for your model."""
    applicant = await request.json()
    return JSONResponse({"granted": applicant["income"] > 2500})


def event(asked, answered):
    """Only decisions are events."""
    if "granted" not in answered:
        return None
    return {"gender": asked["gender"], "granted": answered["granted"]}


MONITOR = fm.Monitor(fm.metrics.demographic_parity(
    group="gender", decision="granted", min_support=30, threshold=0.2))

app = Starlette(routes=[Route("/decide", decide, methods=["POST"])])
app.add_middleware(FairnessMiddleware, monitor=MONITOR, event=event)
