// Reloads the page and replaces the parts with data-live; forms are not changed.
(() => {
  const EVERY = 1500;
  const parts = () => document.querySelectorAll("[data-live]");
  async function refresh() {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of parts()) {
        const next = fresh.getElementById(part.id);
        if (next && next.innerHTML !== part.innerHTML) part.innerHTML = next.innerHTML;
      }
    } catch (away) {
      // The sandbox is stopped or restarting; the next attempt may succeed.
    }
  }
  if (parts().length) setInterval(refresh, EVERY);
})();
