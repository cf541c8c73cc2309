/** Closes the menu when a link in it is chosen, and when the window grows past the phone layout. */
export function closeMenu() {
  const menu = document.getElementById("site-menu");
  if (!menu?.hidePopover) return;
  const close = () => menu.hidePopover();
  menu.addEventListener("click", (event) => {
    if ((event.target as Element).closest("a")) close();
  });
  matchMedia("(width >= 48rem)").addEventListener("change", close);
}
