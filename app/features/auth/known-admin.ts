/** The localStorage key for the id of a known admin. The admin's first script reads it. */
export const KNOWN_ADMIN = "known-admin";

/** Lets the first script request a known admin's screen data along with the admin check. */
export function keepKnownAdmin(id: string, isAdmin: boolean): void {
  try {
    if (isAdmin) localStorage.setItem(KNOWN_ADMIN, id);
    else localStorage.removeItem(KNOWN_ADMIN);
  } catch {
    // Storage is full or forbidden: then the data is requested after the check.
  }
}
