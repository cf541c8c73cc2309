/** Titles of the journeys that passed on their second try, by why the first had failed. */
export function flaky(report: unknown): { hung: string[]; wavering: string[] };
