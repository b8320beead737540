// Before the first paint: the theme that was chosen on this device. "auto" is the system's.
try {
  const chosen = localStorage.getItem("jarvis.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // No storage (a private window): the system's theme it is.
}
