#!/usr/bin/env python3
"""Uses the page of a match as people do, in Chromium without a window: keys, clicks, filters, quiz, a phone's width.

    scripts/viewer.py match.html
    scripts/viewer.py http://127.0.0.1:PORT/SECRET/     the page of `browse`: deeper looks and rollouts as well

Speaks the WebDriver protocol with chromedriver; needs Python alone. Ends with 0 when everything held, 1 with the first
thing that did not, 77 where there is no chromedriver."""

import base64
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request


class Browser:
    """A window of Chromium, driven over HTTP."""

    def __init__(self, profile):
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        port = next(line.split("port ")[-1].strip(" .\n") for line in self.driver.stdout if "successfully on port" in line)
        self.at = f"http://127.0.0.1:{port}/session"
        options = {"args": [*flags, f"--user-data-dir={profile}", "--window-size=1280,960"]}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        found = self.call("", {"capabilities": {"alwaysMatch": wanted}})
        self.at += "/" + found["sessionId"]

    def call(self, path, body=None, method=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.at + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def open(self, url):
        self.call("/url", {"url": url})

    def js(self, script):
        """The value of an expression in the page."""
        return self.call("/execute/sync", {"script": "return " + script, "args": []})

    def key(self, key):
        actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def click(self, selector):
        found = self.call("/element", {"using": "css selector", "value": selector})
        self.call(f"/element/{next(iter(found.values()))}/click", {})

    def text(self, selector):
        return self.js(f"document.querySelector({json.dumps(selector)}).innerText")

    def choose(self, name, value):
        self.js(f"(() => {{ const e = document.querySelector('[name={name}]'); e.value = {json.dumps(value)};"
                " e.dispatchEvent(new Event('change', {bubbles: true})); })()")

    def width(self, pixels, height=900):
        metrics = {"width": pixels, "height": height, "deviceScaleFactor": 1, "mobile": pixels < 500}
        self.call("/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics})

    def dark(self, is_dark):
        features = [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]
        self.call("/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": features}})

    def complaints(self):
        return [entry["message"] for entry in self.call("/se/log", {"type": "browser"})]

    def close(self):
        try:
            self.call("", method="DELETE")
        finally:
            self.driver.terminate()
            self.driver.wait()


def holds(is_so, what):
    if not is_so:
        raise AssertionError(what)


LEFT, RIGHT, ESCAPE = "\ue012", "\ue014", "\ue00c"


def use(browser, page):
    """Goes through the page."""
    at = lambda: browser.js("location.hash")
    headline = lambda: browser.text("#headline")
    visible = lambda selector: browser.js(f"document.querySelector('{selector}').checkVisibility()")
    browser.open(page)
    took = browser.js("performance.getEntriesByType('navigation')[0].loadEventEnd")
    listed = browser.js("document.querySelectorAll('#list li').length")
    print(f"opened in {took:.0f} ms: {listed} decisions")
    decisions = browser.js("JSON.parse(document.getElementById('data').textContent).decisions")
    ids = [one["id"] for one in decisions]
    holds(len(set(ids)) == len(ids) > 5, "every decision has an address of its own")
    errors = [one for one in decisions if one.get("mark")]
    holds(errors, "the match has errors")

    # Steps.
    holds(at() == "#" + ids[0] and decisions[0]["done"] in headline(), "it begins with the first decision")
    browser.key(RIGHT)
    holds(at() == "#" + ids[1] and decisions[1]["done"] in headline(), "→ goes on")
    browser.key(LEFT)
    holds(at() == "#" + ids[0], "← goes back")
    browser.key("n")
    first = next(one for one in errors if one is not decisions[0])
    holds(at() == "#" + first["id"], "n goes to the next error")
    made = [row["name"] for row in first["rows"] if row.get("made")]
    holds(not made or made[0] in browser.text("#rows tr.made"), "the action made is marked")
    pieces = browser.js("document.querySelectorAll('#board .pieces use').length")
    holds(pieces == len(first["board"].split(";")), "the board is laid")
    holds(browser.js("[...document.querySelectorAll('#board use')].every((use) => use.getBBox().width > 0)"),
          "every piece has a drawing")

    # Names from right to left turn nothing around: each letter of what was done stands right of the one before.
    turned = browser.js("""(() => {
      const turned = [];
      for (const one of JSON.parse(document.getElementById('data').textContent).decisions) {
        const link = document.querySelector(`#list a[href="#${one.id}"]`), text = link.firstChild;
        const from = link.textContent.length - one.done.length, range = document.createRange();
        let last = null;
        for (let i = from; i < link.textContent.length; i += 1) {
          let node = text, at = i;
          while (at >= node.length) { at -= node.length; node = node.nextSibling; }
          range.setStart(node, at); range.setEnd(node, at + 1);
          const here = range.getClientRects()[0];
          const isBeside = last && here && Math.abs(here.top - last.top) < 3;
          if (isBeside && here.left < last.left - 0.5) { turned.push(link.textContent); break; }
          last = here || last;
        }
      }
      return turned;
    })()""")
    holds(not turned, f"plays are read from left to right: {turned[:3]}")

    # Rows, chart, lists, filters.
    play = next(i for i, one in enumerate(decisions) if not one.get("cube") and len(one["rows"]) > 2)
    browser.open(page + "#" + ids[play])
    browser.js("(document.querySelectorAll('#rows tbody tr')[2].focus(), 0)")
    holds(browser.js("document.querySelector('.arrows path:last-child').getAttribute('d')")
          == decisions[play]["rows"][2]["arrows"], "the row in focus shows its play")
    # Points may cover each other: the event alone, not the pointer.
    browser.js("document.querySelector('#chart circle[data-i=\"4\"]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    holds(at() == "#" + ids[4], "a point of the chart is clicked")
    browser.click("#worst a")
    worst = max(decisions, key=lambda one: one.get("loss", 0))
    holds(at() == "#" + worst["id"], "the worst decision is a link")
    browser.choose("by", str(worst["player"]))
    browser.choose("min", "0.04")
    wanted = [one for one in decisions if one["player"] == worst["player"] and one.get("loss", 0) >= 0.04]
    holds(browser.text("#count") == f"{len(wanted)} of {len(ids)}", "the filter counts")
    holds(browser.js("document.querySelectorAll('#list li:not([hidden])').length") == len(wanted), "the list is filtered")
    address = browser.js("location.href")
    holds(address.endswith(f"#{worst['id']}&by={worst['player']}&min=0.04"), f"the address has it all: {address}")
    browser.open("about:blank")
    browser.open(address)
    holds(at() == "#" + address.split("#")[1] and browser.text("#count").startswith(f"{len(wanted)} "), "and is kept")
    listed = browser.js("[...document.querySelectorAll('#worst a')].map((a) => a.hash.slice(1))")
    by_loss = sorted(wanted, key=lambda one: -one["loss"])[:10]
    holds(listed == [one["id"] for one in by_loss], f"the worst ten are those of the filter: {listed}")
    browser.key(ESCAPE)
    holds(browser.text("#count") == f"{len(ids)} of {len(ids)}", "Esc shows all again")
    kinds = {}
    for one in decisions:
        kinds.setdefault(one.get("kind"), []).append(one)
    for kind in {"missed", "doubles", "takes", "passes"} & set(kinds):
        browser.choose("kind", kind)
        holds(browser.text("#count") == f"{len(kinds[kind])} of {len(ids)}", f"the filter knows {kind}")
    browser.key(ESCAPE)
    browser.js("(scrollTo(0, document.body.scrollHeight), 0)")
    browser.key("n")
    holds(browser.js("document.querySelector('#board').getBoundingClientRect().top > -1"), "keys bring the board into view")
    browser.open(page + "#" + worst["id"])
    said = browser.js("document.querySelector('#board').getAttribute('aria-label')")
    holds(worst["words"] in said and "XGID" not in said, "the board is told in words")

    # Quiz.
    browser.key("q")
    holds(not visible("#analysis") and worst["done"] not in headline() and not visible("#list"), "the answer is hidden")
    holds(browser.js("document.querySelectorAll('#board .arrows path').length") == 0, "no arrow tells")
    browser.click("#quiz button")
    holds(visible("#analysis") and "of 1 right" in browser.text("#quiz"), "a choice reveals it")
    browser.key("q")
    browser.key("q")
    browser.key("1")
    holds("of 2 right" in browser.text("#quiz"), "a digit chooses an answer")
    if not page.startswith("http"):
        # No session keeps the answers: the reader takes them along, also from the next question.
        holds("copy my answers" in browser.text("#quiz"), "the answers can be copied")
        browser.key("n")
        holds("copy my answers" in browser.text("#quiz"), "they can be copied at the next question")
    browser.key("q")
    browser.key("?")
    holds(visible("#keys"), "? lists the keys")
    browser.key(ESCAPE)
    # The clipboard answers in its own time, and what the button says then is soon gone: all that it says is kept.
    browser.js("(window.said = [], new MutationObserver(() => window.said.push(document.getElementById('copy').textContent))"
               ".observe(document.getElementById('copy'), {childList: true, characterData: true, subtree: true}), true)")
    browser.key("c")
    for _ in range(600):
        if browser.js("window.said.length"):
            break
        time.sleep(0.1)
    holds(browser.js("window.said[0]") == "copied", f"c copies: {browser.js('window.said')}")

    # A phone, dark; paper.
    browser.width(390)
    browser.dark(True)
    holds(browser.js("document.documentElement.scrollWidth") <= 390, "a phone does not scroll sideways")
    holds(browser.js("getComputedStyle(document.body).backgroundColor") == "rgb(23, 23, 27)", "dark")
    heads = browser.js("[...document.querySelectorAll('#rows th')].filter((th) => th.checkVisibility()).map((th) => th.innerText)")
    small = browser.js("[...document.querySelectorAll('a, button, select')].filter((it) => it.checkVisibility()"
                       " && it.getBoundingClientRect().height < 24).map((it) => it.outerHTML.slice(0, 80))")
    holds(not small, f"targets are 24 pixels high: {len(small)}, {small[:3]}")
    holds(heads[1:] == ["Equity", "Loss"], f"three columns: {heads}")
    browser.width(1280)
    paper = base64.b64decode(browser.call("/print", {}))
    holds(len(paper) > 20000, "the errors can be printed")
    holds(not browser.complaints(), f"no complaint of the browser: {browser.complaints()}")


def look_closer(browser, page):
    """Has the session look deeper, and roll out: to the end, and stopped."""
    text = lambda: browser.text("#rows")
    ids = browser.js("JSON.parse(document.getElementById('data').textContent).decisions"
                     ".filter((one) => !one.cube && one.rows.length > 2).map((one) => one.id)")

    def wait(until, what):
        end = time.monotonic() + 120
        while not until():
            holds(time.monotonic() < end, what)
            time.sleep(0.05)

    browser.open("about:blank")
    browser.open(page + "#" + ids[3])
    before = text()
    browser.key("d")
    wait(lambda: text() != before and not browser.js("document.querySelector('#look').checkVisibility()"), "d looks deeper")
    browser.key("r")
    wait(lambda: "±" in text(), "a rollout shows errors while it goes on")
    wait(lambda: "trials" in text(), "and comes to its end")
    wait(lambda: browser.js("document.getElementById('last').checkVisibility()"), "the rollout has a page of its own")
    browser.open("about:blank")
    browser.open(page + "#" + ids[5])
    browser.key("r")
    wait(lambda: browser.js("!document.getElementById('stop').disabled"), "a rollout goes on")
    browser.key("s")
    wait(lambda: browser.js("document.getElementById('stop').disabled"), "s stops it")
    holds(not browser.complaints(), f"no complaint of the browser: {browser.complaints()}")


def main():
    if not shutil.which("chromedriver"):
        print("skipped: there is no chromedriver here", file=sys.stderr)
        return 77
    is_live = sys.argv[1].startswith("http://")
    page = sys.argv[1] if is_live else pathlib.Path(sys.argv[1]).resolve().as_uri()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            use(browser, page)
            if is_live:
                look_closer(browser, page)
        except AssertionError as fault:
            print(f"does not hold: {fault}", file=sys.stderr)
            return 1
        finally:
            browser.close()
    print("everything held")
    return 0


if __name__ == "__main__":
    sys.exit(main())
