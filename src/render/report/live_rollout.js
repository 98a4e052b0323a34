"use strict";
// The page of a rollout with the session behind it: how it goes on, and more of it. It computes nothing.
(() => {
  const byId = (id) => document.getElementById(id);
  const cell = (text) => {
    const element = document.createElement("td");
    element.textContent = text;
    return element;
  };
  const row = ([name, equity]) => {
    const element = document.createElement("tr");
    element.append(cell(name), cell(equity));
    return element;
  };
  const tell = (text) => {
    byId("look").hidden = false;
    byId("bar").hidden = true;
    byId("news").textContent = text;
  };
  const lost = () => tell("gammon does not answer any more");
  let was = false;
  const follow = async () => {
    const news = await (await fetch("live")).json();
    byId("stop").disabled = !news.busy;
    if (news.busy) {
      was = true;
      byId("more").disabled = true;
      byId("look").hidden = false;
      byId("bar").hidden = false;
      if (news.of) { byId("bar").max = news.of; byId("bar").value = news.done; } else byId("bar").removeAttribute("value");
      byId("news").textContent = `${news.what}: ${news.done}${news.of ? " of " + news.of : ""}`;
      byId("rows").replaceChildren(...news.rows.map(row));
      setTimeout(() => follow().catch(lost), 250);
    } else if (news.error) {
      byId("more").disabled = !news.rolled;
      tell(news.error);
    } else if (was) {
      location.reload();
    }
  };
  const send = (path) => async () => {
    try {
      if ((await fetch(path, { method: "POST" })).ok) await follow();
    } catch { lost(); }
  };
  const more = send("more"), stop = send("stop");
  byId("more").addEventListener("click", more);
  byId("stop").addEventListener("click", stop);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" && !byId("more").disabled) more();
    if (event.key === "s" && !byId("stop").disabled) stop();
  });
  follow().catch(lost);
})();
