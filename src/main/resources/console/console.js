// Asks for the page and replaces the parts with data-live, unless something in them has the focus or is being copied.
// Says so where that fails, and shows the log-in after a session has ended.
// Copies a command, or selects it where the browser does not allow that without TLS.
(() => {
  document.documentElement.classList.add("script");
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.copy");
    if (!button) return;
    const line = button.previousElementSibling;
    getSelection().selectAllChildren(line);
    navigator.clipboard?.writeText(line.textContent).then(() => {
      button.textContent = "Copied";
      // What is selected or has the focus is not replaced.
      getSelection().removeAllRanges();
      button.blur();
    }, () => {});
  });
  const EVERY = 10000;
  const parts = () => document.querySelectorAll("[data-live]");
  const isUsed = (part) => part.contains(document.activeElement) || !getSelection().isCollapsed;
  const say = (text) => {
    const stale = document.getElementById("stale");
    if (stale.textContent !== text) stale.textContent = text;
  };
  async function refresh() {
    if (document.hidden) return;
    try {
      const answer = await fetch(`${location.pathname}?live`, { credentials: "same-origin" });
      if (answer.status === 401) { location.reload(); return; }
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      let kept = false;
      for (const part of parts()) {
        const next = fresh.getElementById(part.id);
        if (!next || next.innerHTML === part.innerHTML) continue;
        if (isUsed(part)) { kept = true; continue; }
        const opened = [...part.querySelectorAll("details[open]")].map((details) => details.id);
        part.innerHTML = next.innerHTML;
        for (const details of part.querySelectorAll("details")) details.open = opened.includes(details.id);
      }
      say(kept ? "Not updated while something on this page is selected or has the focus." : "");
    } catch (away) {
      // The worker may be stopped, restarting or busy, or the project forgotten; the next attempt may succeed.
      say("This page is out of date: it could not be reloaded.");
    }
  }
  if (parts().length) setInterval(refresh, EVERY);
})();
