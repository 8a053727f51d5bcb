"""A second reading of fights and seasons, made from the rulebook and the map files, without the code of the game.

Everything is a dict of plain values, as positions are written. Nothing is quick. Decisions and dice come from outside: a
`Script` hands them over, and demands that what could be chosen is what this reading says.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

MAPS = Path(__file__).parents[3] / "workbench" / "games" / "resource_hog" / "data"
WORKERS = {"ROAD": 1, "MINE_SITE": 1, "HARBOUR": 2, "HEAD": 3}
SEAT_WORKERS = {1: 1, 2: 3, 3: 4}
COSTS = {"ROAD": 0, "MINE_SITE": 0, "HARBOUR": 5, "HEAD": 15}
SEAT_COSTS = {1: 8, 2: 15, 3: 30}
SEATS = ["none", "manor", "motte", "castle"]
GOODS = ("food", "salt", "arms")


class Script:
    """What was decided and rolled, with what could have been.

    Args:
        steps: for each step the symbols that were possible, and the one that came.
        singles: whether a decision with one possibility is among them.
    """

    def __init__(self, steps: list[tuple[list[str], str]], singles: bool) -> None:
        self.steps, self.singles = steps, singles

    def take(self, options: Iterable[str]) -> str:
        """The next choice."""
        wanted = sorted(set(options))
        if len(wanted) == 1 and not self.singles:
            return wanted[0]
        possible, came = self.steps.pop(0)
        assert sorted(possible) == wanted, f"{sorted(possible)} was offered, and it is {wanted}"
        return came


class World:
    """A position as this reading sees it."""

    def __init__(self, written: dict[str, Any], map_name: str, players: int) -> None:
        made = tomllib.loads((MAPS / f"{map_name}.toml").read_text(encoding="utf-8"))
        self.codes: list[str] = list(made["areas"])
        self.made = made["areas"]
        self.water = made["waters"]
        self.near: dict[str, set[str]] = {code: set() for code in self.codes}
        for border in made["borders"]:
            one, other = border.split("-")
            self.near[one].add(other)
            self.near[other].add(one)
        self.players = [f"P{seat + 1}" for seat in range(players)]
        self.money = dict(written["money"])
        self.fish = dict(written["fish"])
        self.columns = dict(written["columns"])
        self.slaves, self.mercs = written["slaves"], written["mercs"]
        self.borders = dict(written["on_border"])
        self.area: dict[str, dict[str, Any]] = {}
        for code in self.codes:
            row, made_area = written["areas"].get(code, {}), self.made[code]
            one: dict[str, Any] = {key: row.get(key, 0) for key in ("peasants", "moved", "nobles", "attacked", *GOODS)}
            one |= {key: row.get(key, 0) for key in ("fields", "heads")}
            one |= {key: row.get(key, False) for key in ("harbour", "mine", "road", "temporary_used")}
            one["owner"] = row.get("owner")
            one["game"] = row.get("game", made_area.get("game", 0))
            one["wood"] = made_area.get("woodland", 0) - one["fields"] - one["heads"]
            one["seat"] = SEATS.index(row.get("seat", "none"))
            one["work"] = [
                (word.partition("/")[0], int(word.partition("/")[2] or 0)) for word in row.get("work", "").split()
            ]
            usual = {ore: made_area[ore] for ore in ("gold", "salt", "arms") if made_area.get(ore)}
            one["mountain"] = dict(row.get("mountain", usual))
            one["fresh"] = 0
            self.area[code] = one

    def size(self, kind: str, tokens: int) -> int:
        """How many peasants a piece of work is."""
        return SEAT_WORKERS[tokens] if kind == "SEAT" else WORKERS.get(kind, 1)

    def people(self, code: str) -> int:
        """The peasants of an area, whatever they do."""
        one = self.area[code]
        return int(one["peasants"] + one["moved"] + sum(self.size(*task) for task in one["work"]))

    def empty(self, code: str) -> bool:
        """Whether nobody lives there."""
        return not (self.people(code) or self.area[code]["nobles"] or self.area[code]["attacked"])

    def tidy(self) -> None:
        """An area where nobody lives is nobody's."""
        for code in self.codes:
            if self.empty(code):
                self.area[code]["owner"] = None

    def stop(self, code: str, task: tuple[str, int]) -> None:
        """A piece of work ends before it is done."""
        one = self.area[code]
        one["work"].remove(task)
        one["peasants"] += self.size(*task)
        if task[0].startswith("MINE:"):
            ore = task[0].partition(":")[2]
            one["mountain"][ore] = one["mountain"].get(ore, 0) + task[1]

    def done(self, code: str, kinds: tuple[str, ...]) -> list[tuple[str, int]]:
        """Work of some kinds is done; gives what it was."""
        one = self.area[code]
        found = [task for task in one["work"] if task[0].startswith(kinds)]
        for task in found:
            one["work"].remove(task)
            one["peasants"] += self.size(*task)
        return found

    # -- the season ----------------------------------------------------------------------------------------------------

    def season(self, script: Script) -> None:
        """All events in their order."""
        for code in self.codes:
            cleared = len(self.done(code, ("CLEAR",)))
            self.area[code]["wood"] -= cleared
            self.area[code]["fields"] += cleared
        for player in self.players:
            self.build(player, script)
        for code in self.codes:
            self.bring_home(code)
        for code in self.codes:
            if self.done(code, ("KNIGHT",)) and self.area[code]["arms"] and self.area[code]["seat"]:
                self.area[code]["arms"] -= 1
                self.area[code]["peasants"] -= 1
                self.area[code]["nobles"] += 1
        for code in self.codes:
            self.feed(code)
        self.tidy()
        for code in self.codes:
            one = self.area[code]
            if self.done(code, ("GROW",)) and one["food"] and self.discs(one["owner"]) < 50:
                one["food"] -= 1
                one["peasants"] += 1
        for code in self.codes:
            one = self.area[code]
            most = min(one["fresh"], one["salt"])
            if most and one["owner"]:
                number = int(script.take([f"number:{count}" for count in range(most + 1)]).partition(":")[2])
                one["food"] += number
                one["salt"] -= number
            one["fresh"] = 0
        for code, made in self.water.items():
            self.fish[code] = self.grown(self.fish[code], made["most"])
        for code in self.codes:
            self.area[code]["game"] = self.grown(self.area[code]["game"], self.made[code].get("game", 0))
        for good in GOODS:
            tokens = self.columns[good]
            self.columns[good] = tokens + (tokens < 11) - (tokens > 11)
        face = int(script.take([f"face:{number}" for number in range(1, 7)]).partition(":")[2])
        good = {1: "food", 2: "food", 3: "salt", 4: "salt", 5: "arms", 6: "arms"}[face]
        self.columns[good] = max(0, min(20, self.columns[good] + (2 if face in (1, 3, 5) else -2)))
        if self.slaves:
            self.slaves -= 1
            self.columns["slaves"] = min(10, self.columns["slaves"] + 1)
        else:
            self.mercs -= 1
            self.columns["mercenaries"] = min(10, self.columns["mercenaries"] + 1)
        for one in self.area.values():
            one["peasants"] += one["moved"]
            one["nobles"] += one["attacked"]
            one["moved"] = one["attacked"] = 0
            one["temporary_used"] = False

    def discs(self, player: str) -> int:
        """The discs that a player uses."""
        mine = [code for code in self.codes if self.area[code]["owner"] == player]
        return sum(self.people(code) + self.area[code]["nobles"] + self.area[code]["attacked"] for code in mine)

    def grown(self, stock: int, most: int) -> int:
        """Fish and game multiply."""
        return stock if stock in (0, most) else min(most, stock + (1 if stock < 5 else 2 if stock < 9 else 3))

    def build(self, player: str, script: Script) -> None:
        """Buildings of a player are paid and stand."""

        def price(task: tuple[str, int]) -> int:
            return SEAT_COSTS[task[1]] if task[0] == "SEAT" else COSTS[task[0]]

        def sites() -> list[tuple[str, tuple[str, int]]]:
            mine = [code for code in self.codes if self.area[code]["owner"] == player]
            return [(code, task) for code in mine for task in self.area[code]["work"] if task[0] in (*COSTS, "SEAT")]

        while sites():
            payable = [(code, task) for code, task in sites() if price(task) <= self.money[player]]
            free = [one for one in payable if price(one[1]) == 0]
            covered = sum(price(task) for _, task in sites()) <= self.money[player]
            if not payable:
                break
            code, task = (free or payable)[0]
            if not free and not covered:
                named = script.take([f"build:{kind[0]}:{place}" for place, kind in payable])
                _, kind, code = named.split(":")
                task = next(one for place, one in payable if place == code and one[0] == kind)
            one = self.area[code]
            one["work"].remove(task)
            one["peasants"] += self.size(*task)
            self.money[player] -= price(task)
            if task[0] == "SEAT":
                one["seat"] = task[1]
            elif task[0] == "HEAD":
                one["fields"] -= 1
                one["heads"] += 1
            else:
                one[{"ROAD": "road", "MINE_SITE": "mine", "HARBOUR": "harbour"}[task[0]]] = True
        for code, task in sites():
            self.stop(code, task)

    def bring_home(self, code: str) -> None:
        """What was mined."""
        one = self.area[code]
        for kind, tokens in self.done(code, ("MINE:",)):
            ore = kind.partition(":")[2]
            if ore == "gold":
                self.money[one["owner"]] += 5 * tokens
            else:
                one[ore] += tokens

    def feed(self, code: str) -> None:
        """Nobles eat, and the unfed starve the area."""
        one = self.area[code]
        one["fresh"] = sum(tokens for _, tokens in self.done(code, ("FISH:", "HUNT", "TOIL")))
        for _noble in range(one["nobles"] + one["attacked"]):
            if one["fresh"]:
                one["fresh"] -= 1
            elif one["food"]:
                one["food"] -= 1
            elif one["moved"]:
                one["moved"] -= 1
            elif one["peasants"]:
                one["peasants"] -= 1
            elif one["work"]:
                self.stop(code, one["work"][0])
                one["peasants"] -= 1
            elif one["nobles"]:
                one["nobles"] -= 1
            elif one["attacked"]:
                one["attacked"] -= 1

    # -- fights --------------------------------------------------------------------------------------------------------

    def fights(self, attacker: str, script: Script) -> None:
        """All battles of a Noble phase."""
        while True:
            for border in list(self.borders):
                owner = self.area[border.partition(">")[2]]["owner"]
                if owner is None or owner == attacker:
                    del self.borders[border]
            if not self.borders:
                return
            border = script.take([f"border:{one}" for one in self.borders]).partition(":")[2]
            self.fight(attacker, border, script)
            self.borders.pop(border, None)

    def fight(self, attacker: str, border: str, script: Script) -> None:
        """One battle."""
        origin, target = border.split(">")
        here, there = self.area[origin], self.area[target]
        defender, sent = there["owner"], self.borders[border]
        more = {2: 1, 3: 2}.get(here["seat"], 0) if not here["temporary_used"] else 0
        here["temporary_used"] = here["temporary_used"] or bool(more)
        attackers, defenders, defending = sent + more, there["nobles"], True
        while attackers and defenders:
            dice, hits = defenders if defending else attackers, 0
            while dice:
                handful = min(dice, 12)
                hits += int(script.take([f"hits:{count}" for count in range(handful + 1)]).partition(":")[2])
                dice -= handful
            if defending:
                attackers = max(0, attackers - hits)
            else:
                defenders = max(0, defenders - hits)
            defending = not defending
        here["nobles"] -= sent
        here["attacked"] += sent
        if attackers:
            units = max(0, attackers - there["seat"])
            paid = self.ransom(defender, target, attacker, origin, units, script)
            fled = self.retreat(defender, target, paid, script)
            self.tidy()
            if there["owner"] is None or (fled and self.empty(target)):
                for _noble in range(sent):
                    if script.take(["done", "yes"]) == "done":
                        break
                    here["attacked"] -= 1
                    there["attacked"] += 1
                    there["owner"] = attacker
                self.tidy()
        else:
            paid = self.ransom(attacker, origin, defender, target, defenders, script)
            if self.retreat(attacker, origin, paid, script):
                for one in [one for one in self.borders if one.partition(">")[0] == origin]:
                    del self.borders[one]
            self.tidy()

    def capacity(self, player: str, code: str) -> int:
        """What a loser could pay."""
        one = self.area[code]
        return int(self.money[player] // 10 + one["salt"] // 2 + one["arms"] + one["food"] + 2 * self.people(code))

    def ransom(self, loser: str, code: str, winner: str, home: str, units: int, script: Script) -> bool:
        """The loser pays; False if that was not enough."""
        one, other = self.area[code], self.area[home]

        def hand_over() -> None:
            if one["moved"]:
                one["moved"] -= 1
            else:
                one["peasants"] -= 1
            if self.discs(winner) < 50:
                other["peasants"] += 1

        if self.capacity(loser, code) < units:
            money, salt = self.money[loser] // 10 * 10, one["salt"] // 2 * 2
            self.money[loser] -= money
            self.money[winner] += money
            one["salt"] -= salt
            other["salt"] += salt
            for good in ("arms", "food"):
                other[good] += one[good]
                one[good] = 0
            for task in list(one["work"]):
                self.stop(code, task)
            while one["peasants"] or one["moved"]:
                hand_over()
            return False
        while units > 0:
            options = ["pay:money"] if self.money[loser] >= 10 else []
            options += ["pay:salt"] if one["salt"] >= 2 else []
            options += [f"pay:{good}" for good in ("arms", "food") if one[good]]
            if one["peasants"] or one["moved"]:
                options.append("pay:peasant")
            else:
                options += [f"work:{kind}" for kind, _ in one["work"]]
            way = script.take(options)
            if way == "pay:money":
                self.money[loser] -= 10
                self.money[winner] += 10
                units -= 1
            elif way in ("pay:salt", "pay:arms", "pay:food"):
                good, number = way.partition(":")[2], 2 if way == "pay:salt" else 1
                one[good] -= number
                other[good] += number
                units -= 1
            else:
                if way.startswith("work:"):
                    kind = way.partition(":")[2]
                    self.stop(code, min([task for task in one["work"] if task[0] == kind], key=lambda task: task[1]))
                hand_over()
                units -= 2
        return True

    def reached(self, player: str, code: str, land: set[str]) -> tuple[set[str], set[str]]:
        """Own land that can be reached from an area, and the free land beside it."""
        found, fringe = {code}, [code]
        while fringe:
            for other in self.near[fringe.pop()]:
                if other in land and other not in found:
                    found.add(other)
                    fringe.append(other)
        beside = {other for one in found for other in self.near[one]} - found
        return found - {code}, {other for other in beside if self.area[other]["owner"] in (None, player)}

    def retreat(self, loser: str, code: str, paid: bool, script: Script) -> bool:
        """The loser's nobles go, or choose to; True if they left."""
        one = self.area[code]
        if not (one["nobles"] or one["attacked"]):
            return not paid
        land = {other for other in self.codes if self.area[other]["owner"] == loser} | {code}
        own, free = self.reached(loser, code, land)
        if paid and (not own | free or script.take(["done", "yes"]) == "done"):
            return False
        for mark in ("nobles", "attacked"):
            while one[mark]:
                own, free = self.reached(loser, code, land)
                one[mark] -= 1
                if own | free:
                    goal = script.take([f"area:{other}" for other in own | free]).partition(":")[2]
                    self.area[goal][mark] += 1
                    self.area[goal]["owner"] = loser
        return True

    # -- what is compared ----------------------------------------------------------------------------------------------

    def compare(self, written: dict[str, Any], map_name: str) -> None:
        """Assert that a written position is this one."""
        other = World(written, map_name, len(self.players))
        self.tidy()
        for code in self.codes:
            mine, theirs = dict(self.area[code]), dict(other.area[code])
            mine["work"], theirs["work"] = sorted(mine["work"]), sorted(theirs["work"])
            for row in (mine, theirs):
                row["mountain"] = {ore: count for ore, count in row["mountain"].items() if count}
                row.pop("fresh")
            assert mine == theirs, code
        assert self.money == other.money
        assert self.fish == other.fish
        assert self.columns == other.columns
        assert (self.slaves, self.mercs) == (other.slaves, other.mercs)
