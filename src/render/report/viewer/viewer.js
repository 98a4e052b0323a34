"use strict";
// The viewer of a match. Everything shown was worded and computed by gammon; this script picks, places and filters.
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const all = data.decisions;
  if (!all.length) return;
  const SVG = "http://www.w3.org/2000/svg";
  const place = new Map(all.map((one, i) => [one.id, i]));
  const FILTERS = ["by", "min", "kind", "game"];
  const MANY = 10;
  const state = { at: 0, filter: { by: "", min: "", kind: "", game: "" }, quiz: false, open: true, right: 0, asked: 0,
    answers: [] };
  const filter = byId("filter"), board = byId("board"), chart = byId("chart"), rows = byId("rows");

  /** An element with attributes, whose children are texts or elements. */
  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const draw = (name, attributes = {}, text) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  };

  const MARKS = ["", "?! doubtful", "? bad", "?? very bad"];
  /** The mark and the loss behind a decision of a list. */
  const signsOf = ({ mark, lost }) => [
    ...(mark ? [" ", make("span", { class: "chip m" + mark }, MARKS[mark].split(" ")[0])] : []),
    ...(lost ? [" ", make("span", { class: "loss" }, lost)] : [])];

  // Which decisions are shown.

  const passes = (one) => {
    const { by, min, kind, game } = state.filter;
    return (by === "" || String(one.player) === by) && (min === "" || (one.loss || 0) >= Number(min))
      && (kind === "" || one.kind === kind || (kind === "cube" && Boolean(one.cube)) || (kind === "play" && !one.cube))
      && (game === "" || String(one.game) === game);
  };
  let shown = [];
  const sift = () => {
    shown = all.map((one, i) => i).filter((i) => passes(all[i]));
    byId("count").textContent = `${shown.length} of ${all.length}`;
    const is = new Set(shown);
    for (const link of document.querySelectorAll("#list a")) {
      link.parentElement.hidden = !is.has(place.get(link.hash.slice(1)));
    }
    const worst = document.querySelector("#worst ol");
    if (worst) {
      const lost = shown.filter((i) => all[i].loss > 0).sort((a, b) => all[b].loss - all[a].loss || a - b);
      worst.replaceChildren(...lost.slice(0, MANY).map((i) => {
        const one = all[i], game = data.games.length > 1 ? `game ${one.game}, ` : "";
        return make("li", i === state.at ? { class: "here" } : {}, make("a", { href: "#" + one.id }, `${game}${one.who}: ${one.done}`), ...signsOf(one));
      }));
    }
    for (const part of document.querySelectorAll("#list section")) part.hidden = !part.querySelector("li:not([hidden])");
  };

  // The address: the decision, then the filters.

  const write = () => {
    const parts = FILTERS.filter((key) => state.filter[key] !== "").map((key) => `${key}=${state.filter[key]}`);
    history.replaceState(null, "", "#" + [all[state.at].id, ...parts].join("&"));
  };
  const read = () => {
    const [id, ...parts] = location.hash.slice(1).split("&");
    for (const key of FILTERS) state.filter[key] = "";
    for (const part of parts) {
      const [key, value] = part.split("=");
      if (FILTERS.includes(key) && [...filter.elements[key].options].some((option) => option.value === value)) {
        state.filter[key] = value;
      }
    }
    for (const key of FILTERS) filter.elements[key].value = state.filter[key];
    sift();
    go(place.get(id) ?? shown[0] ?? 0);
  };

  // The board.

  const lay = (target, one) => {
    const pieces = one.board.split(";").filter(Boolean).map((piece) => {
      const [symbol, x, y] = piece.split(",");
      return draw("use", { href: "#" + symbol, x, y });
    });
    target.querySelector(".pieces").replaceChildren(...pieces);
    for (const seat of [0, 1]) {
      target.querySelector(".pips" + seat).textContent = one.pips[seat];
      target.querySelector(".score" + seat).textContent = one.score[seat];
    }
  };
  /** The arrows of rows, the lowest first, each with its class. */
  const point = (target, plays) => {
    const paths = plays.filter(([row]) => row && row.arrows).flatMap(([row, kind]) =>
      [draw("path", { d: row.arrows, class: "rim" }), draw("path", { d: row.arrows, class: kind })]);
    target.querySelector(".arrows").replaceChildren(...paths);
  };
  const usual = (one) => {
    const best = one.rows.find((row) => row.best), made = one.rows.find((row) => row.made);
    return made === best ? [[best, "best"]] : [[best, "best"], [made, "made"]];
  };

  // The table.

  const HEADS = ["Play", "Equity", "Loss", "Win", "G", "LG", "By"];
  const TITLES = ["", "", "equity less than the best", "chance to win, %", "chance to win a gammon, %",
    "chance to lose a gammon, %", "how it was found"];
  const tableOf = (one) => {
    const head = make("tr", {}, ...HEADS.map((name, i) =>
      make("th", { class: i === 6 ? "by" : i > 2 ? "chance" : "", title: TITLES[i] }, i === 0 && one.cube ? "Action" : name)));
    const body = one.rows.map((row) => {
      const chance = (i) => make("td", { class: "chance" }, row.chances ? row.chances[i] : "");
      const name = row.name + (row.made ? "\u00a0◀" : "");
      return make("tr", { class: (row.made ? "made " : "") + (row.best ? "best" : ""), tabindex: 0 },
        make("td", { class: "name" }, name), make("td", {}, row.equity), make("td", {}, row.behind || ""),
        chance(0), chance(1), chance(3), make("td", { class: "by" }, row.by));
    });
    return [make("thead", {}, head), make("tbody", {}, ...body)];
  };
  const chancesOf = (row) => {
    if (!row || !row.chances) return "";
    const [win, gammon, backgammon, lost, worse] = row.chances;
    return `${row.name}: win ${win} · gammon ${gammon} · bg ${backgammon} · lose g ${lost} · lose bg ${worse}`;
  };
  const headlineOf = (one) => {
    const line = [`${one.who}: ${one.done} `];
    if (one.mark) line.push(make("span", { class: "chip m" + one.mark }, MARKS[one.mark]), " ");
    if (one.lost) line.push(make("span", { class: "loss" }, one.lost), " ");
    if (one.luck) line.push(make("small", {}, one.luck));
    return line;
  };

  const show = () => {
    const one = all[state.at];
    if (board) {
      board.setAttribute("aria-label", `${one.who}, ${one.ask}. ${one.words}`);
      lay(board, one);
      point(board, state.open ? usual(one) : []);
    }
    byId("headline").replaceChildren(...(state.open ? headlineOf(one) : [`${one.who}, ${one.ask}`]));
    byId("analysis").hidden = !state.open;
    byId("quiz").hidden = !state.quiz;
    rows.replaceChildren(...(one.rows.length ? tableOf(one) : []));
    byId("advice").textContent = one.advice || "";
    byId("why").textContent = one.why || "";
    byId("chances").textContent = chancesOf(one.rows[0]);
    byId("sure").textContent = one.sure || "";
    byId("how").textContent = one.how || "";
    byId("comment").textContent = one.comment || "";
    byId("xgid").textContent = one.xgid;
    for (const id of ["list", "worst"]) if (byId(id)) byId(id).hidden = !state.open;
    document.querySelectorAll("li.here").forEach((item) => item.classList.remove("here"));
    document.querySelectorAll(`a[href="#${one.id}"]`).forEach((link) => link.parentElement.classList.add("here"));
    chartHere();
  };

  const go = (i) => {
    if (i === undefined) return;
    state.at = i;
    state.open = !state.quiz;
    if (state.quiz) ask(all[i]);
    show();
    write();
  };
  const step = (direction, wanted = () => true) => {
    const list = shown.filter((i) => wanted(all[i]));
    go(direction > 0 ? list.find((i) => i > state.at) : list.findLast((i) => i < state.at));
  };
  const isError = (one) => one.error || ((one.loss || 0) > 0 && Number(state.filter.min) > 0);

  // The quiz: the candidates in the order of their names; a choice opens the answer.

  const ask = (one) => {
    const score = state.asked ? [make("small", {}, `${state.right} of ${state.asked} right`)] : [];
    const choices = one.rows.map((row) => row).sort((a, b) => (one.cube ? 0 : a.name < b.name ? -1 : 1)).map((row, i) => {
      const button = make("button", { type: "button", class: "choice" }, `${i + 1}. ${row.name}`);
      button.addEventListener("click", () => reveal(row));
      return button;
    });
    const give = make("button", { type: "button", id: "reveal" }, "show the answer");
    give.addEventListener("click", () => reveal());
    byId("quiz").replaceChildren(...choices, give, ...score, ...copyAnswers());
  };
  /** What hands the answers over, where no session is behind the page. */
  const copyAnswers = () => {
    if (!state.answers.length) return [];
    const button = make("button", { type: "button", title: "pasted into gammon, they count as answers to `practise`" }, "copy my answers");
    button.addEventListener("click", () => copyBy(button, state.answers.join("")));
    return [button];
  };
  const bestOf = (one) => (one.rows.find((row) => row.best) || { name: "" }).name;
  const reveal = (row) => {
    state.open = true;
    const one = all[state.at], parts = [];
    if (row) {
      state.asked += 1;
      state.right += row.grade === "right" ? 1 : 0;
      const lost = `gives up ${(row.behind || "").replace("−", "")}; best is ${bestOf(one)}`;
      parts.push(make("p", {}, `${row.grade}: ${row.name} ${row.best ? "is best" : lost}`));
    }
    if (state.asked) parts.push(make("small", {}, `${state.right} of ${state.asked} right`));
    byId("quiz").replaceChildren(...parts);
    if (row) keep(one, row);
    show();
    if (row && board) point(board, [...usual(one), [row.best || row.made ? null : row, "shown"]]);
  };
  /** Practice keeps the answer: the session behind the page at once, without one the reader takes the lines along. */
  const keep = async (one, row) => {
    const kept = make("p", { id: "kept" });
    byId("quiz").append(kept);
    if (byId("look")) {
      try {
        const answer = await fetch(`answer/${one.id}/${one.rows.indexOf(row)}`, { method: "POST" });
        if (answer.ok) kept.textContent = await answer.text();
      } catch { /* The page has said already that gammon does not answer. */ }
      return;
    }
    state.answers.push(`practise answered ${one.xgid} ${row.name}\n`);
    kept.append(...copyAnswers());
  };
  const toggleQuiz = () => {
    state.quiz = !state.quiz;
    byId("quizzes").setAttribute("aria-pressed", state.quiz);
    if (state.quiz && !isError(all[state.at]) && all.some(isError)) {
      const next = shown.find((i) => i > state.at && isError(all[i])) ?? shown.find((i) => isError(all[i]));
      go(next ?? state.at);
    } else {
      go(state.at);
    }
  };

  // The chart: the expectation of player 1; every decision is a point.

  let scale = null;
  const drawChart = () => {
    const wide = chart.clientWidth || 600, high = chart.clientHeight || 130, left = 44, edge = 8, foot = 18;
    chart.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    const known = all.flatMap((one, i) => (one.value === undefined ? [] : [i]));
    chart.hidden = known.length < 2;
    if (known.length < 2) return;
    const most = data.is_match ? 1 : Math.max(1, ...known.map((i) => Math.abs(all[i].value)));
    const low = data.is_match ? 0 : -most;
    const x = (i) => left + (wide - left - edge) * (all.length < 2 ? 0 : i / (all.length - 1));
    const y = (value) => edge + (high - edge - foot) * (1 - (value - low) / (most - low));
    scale = { x, known, high, foot };
    const parts = [];
    const ticks = data.is_match ? [[1, "100 %"], [0.5, "50 %"], [0, "0 %"]]
      : [[most, "+" + most.toFixed(1)], [0, "0"], [-most, "−" + most.toFixed(1)]];
    for (const [value, text] of ticks) {
      parts.push(draw("path", { d: `M${left} ${y(value)}H${wide - edge}`, class: "grid" }));
      parts.push(draw("text", { x: left - 5, y: y(value) + 4, "text-anchor": "end" }, text));
    }
    let last = -99;
    data.games.forEach((game, g) => {
      const first = all.findIndex((one) => one.game === g + 1);
      if (first < 0) return;
      if (first > 0) parts.push(draw("path", { d: `M${x(first)} ${edge}V${high - foot}`, class: "game" }));
      if (x(first) - last > 52 && x(first) < wide - 260) {
        parts.push(draw("text", { x: x(first) + 3, y: high - 5 }, `game ${g + 1}`));
        last = x(first);
      }
    });
    parts.push(draw("polyline", { points: known.map((i) => `${x(i).toFixed(1)},${y(all[i].value).toFixed(1)}`).join(" "),
      class: "curve" }));
    parts.push(draw("path", { class: "here" }));
    for (const i of known) {
      const mark = all[i].mark || 0;
      const dot = draw("circle", { cx: x(i).toFixed(1), cy: y(all[i].value).toFixed(1), r: mark ? 3 + mark : 1.8,
        class: "m" + mark, "data-i": i });
      dot.append(draw("title", {}, `${all[i].who}: ${state.quiz ? all[i].ask : all[i].done}`));
      parts.push(dot);
    }
    const what = data.is_match ? "match winning chance" : "equity in points";
    parts.push(draw("text", { x: wide - edge, y: high - 5, "text-anchor": "end" }, `${data.players[1]}: ${what}`));
    chart.replaceChildren(...parts);
    chartFilter();
    chartHere();
  };
  const chartFilter = () => {
    const is = new Set(shown);
    for (const dot of chart.querySelectorAll("circle")) dot.classList.toggle("out", !is.has(Number(dot.dataset.i)));
  };
  const chartHere = () => {
    const here = chart.querySelector(".here");
    if (here && scale) here.setAttribute("d", `M${scale.x(state.at)} 4V${scale.high - scale.foot}`);
  };
  chart.addEventListener("click", (event) => {
    const hit = event.target.closest("circle");
    if (hit) return go(Number(hit.dataset.i));
    const at = event.clientX - chart.getBoundingClientRect().left;
    const near = (i) => Math.abs(scale.x(i) - at);
    if (scale) go(scale.known.reduce((best, i) => (near(i) < near(best) ? i : best)));
  });

  // What people do.

  const errorsOnly = () => {
    state.filter.min = state.filter.min === "" ? "0.02" : "";
    filter.elements.min.value = state.filter.min;
    filtered();
    if (state.filter.min !== "") byId("list").scrollIntoView({ block: "start" });
  };
  const filtered = () => {
    for (const key of FILTERS) state.filter[key] = filter.elements[key].value;
    sift();
    chartFilter();
    if (shown.length && !shown.includes(state.at)) go(shown.find((i) => i >= state.at) ?? shown[0]);
    else write();
  };
  const copyBy = async (button, text) => {
    const name = button.textContent;
    let done = true;
    // A browser that asks the reader first, or cannot, may never answer: then the old way.
    const late = new Promise((_, reject) => { setTimeout(reject, 400); });
    try {
      await Promise.race([navigator.clipboard.writeText(text), late]);
    } catch {
      const field = make("textarea", {}, text);
      document.body.append(field);
      field.select();
      done = document.execCommand("copy");
      field.remove();
    }
    button.textContent = done ? "copied" : "not copied";
    setTimeout(() => { button.textContent = name; }, 1200);
  };
  const copy = () => copyBy(byId("copy"), all[state.at].xgid);
  /** The board, or what is said of it, is on the screen again where one had gone on; a window stands on whole pixels. */
  const inView = () => {
    const { top, bottom } = (board || byId("headline")).getBoundingClientRect();
    if (top <= -1 || bottom > innerHeight) byId("viewer").scrollIntoView({ block: "start" });
  };
  const keys = byId("keys");
  const help = () => (keys.open ? keys.close() : keys.showModal());
  const ACTIONS = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), n: () => step(1, isError), N: () => step(-1, isError),
    Home: () => go(shown[0]), End: () => go(shown.at(-1)), e: errorsOnly, q: toggleQuiz, c: copy, "?": help,
    Escape: () => {
      if (state.quiz) return toggleQuiz();
      filter.reset();
      filtered();
    },
  };
  for (let digit = 1; digit <= 9; digit += 1) ACTIONS[digit] = () => document.querySelectorAll("#quiz .choice")[digit - 1]?.click();
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("select, input, textarea, dialog");
    const action = ACTIONS[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== "?")) return;
    event.preventDefault();
    action();
    if (action !== ACTIONS.e && action !== ACTIONS.c && action !== help) inView();
  });
  for (const [id, key] of [["back", "ArrowLeft"], ["on", "ArrowRight"], ["back-error", "N"], ["next-error", "n"],
    ["errors", "e"], ["quizzes", "q"], ["copy", "c"], ["help", "?"]]) byId(id).addEventListener("click", ACTIONS[key]);
  filter.addEventListener("change", filtered);
  filter.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#list a, #worst a");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(place.get(link.hash.slice(1)));
    byId("viewer").scrollIntoView({ block: "start" });
  });
  /** Shows the arrows and chances of the row under the pointer or the focus. */
  const look = (row) => {
    const one = all[state.at], i = row ? [...row.parentElement.children].indexOf(row) : -1;
    rows.querySelectorAll(".shown").forEach((other) => other.classList.remove("shown"));
    if (row) row.classList.add("shown");
    byId("chances").textContent = chancesOf(one.rows[Math.max(i, 0)]);
    if (board) point(board, i < 0 ? usual(one) : [[one.rows[i], one.rows[i].made ? "made" : one.rows[i].best ? "best" : "shown"]]);
  };
  const rowOf = (event) => event.target.closest("tbody tr");
  rows.addEventListener("mouseover", (event) => look(rowOf(event)));
  rows.addEventListener("mouseleave", () => look(null));
  rows.addEventListener("focusin", (event) => look(rowOf(event)));
  rows.addEventListener("focusout", () => look(null));
  addEventListener("hashchange", read);

  // With a session behind the page: closer looks, one at a time, whose progress is asked for until it is over.

  if (byId("look")) {
    let busy = null;
    const send = async (path) => (await fetch(path, { method: "POST" })).ok;
    const tell = (text) => {
      byId("look").hidden = false;
      byId("bar").hidden = true;
      byId("news").textContent = text;
    };
    const fresh = async (id) => {
      const answer = await fetch("decision/" + id);
      if (!answer.ok) return;
      const i = place.get(id);
      const { decision, ratings } = await answer.json();
      all[i] = decision;
      document.querySelectorAll("#ratings b").forEach((place, seat) => { place.textContent = ratings[seat]; });
      for (const link of document.querySelectorAll(`#list a[href="#${id}"]`)) {
        link.parentElement.replaceChildren(link, ...signsOf(all[i]));
      }
      sift();
      drawChart();
      if (state.at === i) show();
    };
    const follow = async () => {
      const news = await (await fetch("live")).json();
      busy = news.busy ? news.id : null;
      byId("stop").disabled = !news.busy;
      if (news.busy) {
        byId("look").hidden = false;
        byId("bar").hidden = false;
        if (news.of) { byId("bar").max = news.of; byId("bar").value = news.done; } else byId("bar").removeAttribute("value");
        const each = news.rows.length > 1 ? ` trials of ${news.rows.length} choices` : "";
        byId("news").textContent = `${news.what}: ${news.done}${news.of ? " of " + news.of : ""}${each}`;
        if (news.id === all[state.at].id && rows.tBodies[0] && news.rows.length) {
          // What an earlier look found does not stand beside what this one finds.
          byId("chances").textContent = "";
          for (const [name, equity] of news.rows) {
            const i = all[state.at].rows.findIndex((row) => row.name === name);
            if (i < 0) continue;
            const cells = [...rows.tBodies[0].rows[i].cells];
            cells.slice(1).forEach((cell) => { cell.textContent = ""; });
            cells[1].textContent = equity;
            cells[cells.length - 1].textContent = "going on";
          }
        }
        setTimeout(() => follow().catch(lost), 250);
        return;
      }
      if (news.id) await fresh(news.id);
      byId("last").hidden = !news.rolled;
      if (news.error) tell(news.error); else byId("look").hidden = true;
    };
    const lost = () => tell("gammon does not answer any more");
    const look = (what) => async () => {
      if (busy || !state.open) return;
      try {
        if (await send(`${what}/${all[state.at].id}`)) await follow();
      } catch { lost(); }
    };
    Object.assign(ACTIONS, { d: look("deeper"), r: look("rollout"), s: () => send("stop").catch(lost) });
    for (const [id, key] of [["deeper", "d"], ["rollout", "r"], ["stop", "s"]]) byId(id).addEventListener("click", ACTIONS[key]);
    byId("stop").disabled = true;
    follow().catch(lost);
  }
  let width = 0;
  addEventListener("resize", () => {
    if (chart.clientWidth !== width) drawChart();
    width = chart.clientWidth;
  });

  // On paper: the decisions of the filter with board and table; without a filter, the errors.

  addEventListener("beforeprint", () => {
    const marked = shown.filter((i) => all[i].mark);
    const printed = shown.length === all.length && marked.length ? marked : shown;
    byId("print").replaceChildren(make("p", {}, `${printed.length} of ${all.length} decision${all.length === 1 ? "" : "s"}`), ...printed.map((i) => {
      const one = all[i], left = make("div");
      if (board && one.board) {
        const picture = board.cloneNode(true);
        picture.removeAttribute("id");
        picture.querySelector("defs").remove();
        lay(picture, one);
        point(picture, usual(one));
        left.append(picture);
      }
      const table = make("table", {}, ...(one.rows.length ? tableOf(one) : []));
      const right = make("div", {}, make("h3", {}, ...headlineOf(one)), table, make("p", {}, one.advice || ""),
        make("p", { class: "why" }, one.why || ""),
        make("p", {}, one.sure || ""), make("p", {}, one.how || ""), make("p", {}, one.comment || ""), make("code", {}, one.xgid));
      return make("article", {}, left, right);
    }));
  });
  addEventListener("afterprint", () => byId("print").replaceChildren());

  byId("viewer").hidden = false;
  if (byId("worst")) byId("judged").append(byId("worst"));
  read();
  drawChart();
})();
