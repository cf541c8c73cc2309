/** Without its final period, for use inside another sentence. */
const clause = (sentence: string) => sentence.replace(/[.!\s]+$/, "");

/** Leaves out advice to try again: a stored message mustn't be sent twice. */
const firstSentence = (reason: string) => clause(reason.replace(/[.!]\s.*$/s, ""));

/** Messages for visitors about their lead, in a separate file: the admin needs none of them, and the public script no others. */
export const CONTACT_MESSAGES = {
  unavailable:
    "Email service is currently unavailable. Please try again later or contact us directly.",
  insertFailed: (reason: string) => `Something went wrong: ${clause(reason)}. Please try again.`,
  mailFailed: (reason: string) =>
    `Your message was saved but email failed: ${firstSentence(reason)}. We'll still get your message!`,
  sent: "Thank you for your message! We'll get back to you soon.",
};
