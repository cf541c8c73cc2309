/** Says in the console which path was not found (rule N-1). */
export function reportMissing() {
  if (document.querySelector("[data-missing-page]"))
    console.warn(`Page not found: ${location.pathname}`);
}
