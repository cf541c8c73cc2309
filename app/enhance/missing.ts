/** Says in the console which path was not found (spec section 2, Page Not Found). */
export function reportMissing() {
  if (document.querySelector("[data-missing-page]"))
    console.warn(`Page not found: ${location.pathname}`);
}
