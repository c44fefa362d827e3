// Runs before the first paint, so that a chosen theme never flashes and a link to a room never shows the start page.
(function boot() {
  const root = document.documentElement;
  const elsewhere = location.pathname !== "/" || location.hash.length > 1;
  root.dataset.screen = elsewhere ? "loading" : "home";
  try {
    const theme = localStorage.getItem("narde.theme");
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
    root.dataset.board = localStorage.getItem("narde.board") ?? "walnut";
  } catch {
    // No storage: the theme of the system it is.
  }
  // A press on a button that is drawn but not yet alive is kept for the start page.
  addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button[data-act]") : null;
    if (button && root.dataset.ready === undefined) root.dataset.pressed = button.getAttribute("data-act") ?? "";
  });
})();
