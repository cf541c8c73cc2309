/** The prefix of every change set query key. */
export const name = "change_sets";
