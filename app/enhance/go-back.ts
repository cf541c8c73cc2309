/** Shows the Go Back button where there is somewhere to go back to (spec section 2, Page Not Found). */
export function goBack() {
  const button = document.querySelector<HTMLButtonElement>("[data-go-back]");
  if (!button || history.length < 2) return;
  button.hidden = false;
  button.addEventListener("click", () => history.back());
}
