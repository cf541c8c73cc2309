/** 0 to n - 1, for the parts of a drawing that repeat. */
export const times = (n: number) => Array.from({ length: n }, (_, i) => i);
