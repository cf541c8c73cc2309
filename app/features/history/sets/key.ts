/** The first part of every query key about sets of prepared changes. */
export const name = "change_sets";
