/** The localStorage key for the id of a known admin. The admin's first script reads it. */
export const KNOWN_ADMIN = "known-admin";

/** Lets the first script request a known admin's screen data along with the admin check. */
export const keepKnownAdmin = (id: string) =>
  ifAllowed(() => localStorage.setItem(KNOWN_ADMIN, id));

export const forgetKnownAdmin = () => ifAllowed(() => localStorage.removeItem(KNOWN_ADMIN));

function ifAllowed(act: () => void) {
  try {
    act();
  } catch {
    // Storage is full or forbidden: then the data is requested after the check.
  }
}
