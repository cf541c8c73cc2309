/** Shows the Go Back button where there is somewhere to go back to (rule N-1). */
export function goBack() {
  const button = document.querySelector<HTMLButtonElement>("[data-go-back]");
  if (!button || history.length < 2) return;
  button.hidden = false;
  button.addEventListener("click", () => history.back());
}
