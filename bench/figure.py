"""One measured figure and its goal."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Figure:
    name: str
    value: float
    unit: str
    goal: float | None = None
    at_least: bool = False

    def met(self):
        if self.goal is None:
            return None
        return self.value >= self.goal if self.at_least else self.value <= self.goal

    def wanted(self):
        return "" if self.goal is None else f"{'≥' if self.at_least else '≤'} {self.goal:,g}"
