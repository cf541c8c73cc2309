/** The cookie that holds a visitor's choice about analytics: "allow" or "decline". */
export const CONSENT_COOKIE = "analytics_choice";

/** How long the choice is kept, in seconds: half a year. */
export const CONSENT_SECONDS = 180 * 86_400;
