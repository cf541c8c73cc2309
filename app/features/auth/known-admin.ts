/** Where a browser keeps whose account turned out to be an admin's: the admin's first script reads it. */
export const KNOWN_ADMIN = "known-admin";

/** Anyone who is known asks for the screen's rows along with the right; a stranger's would all be refused. */
export function keepKnownAdmin(id: string, isAdmin: boolean): void {
  try {
    if (isAdmin) localStorage.setItem(KNOWN_ADMIN, id);
    else localStorage.removeItem(KNOWN_ADMIN);
  } catch {
    // Full or forbidden: then the rows are asked for after the right is known.
  }
}
