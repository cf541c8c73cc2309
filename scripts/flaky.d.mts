/** Words as --grep of Playwright takes them: as they stand. */
export function literally(words: string): string;

/** Titles of the journeys that passed on their second try, by why the first had failed. */
export function flaky(report: unknown): { hung: string[]; wavering: string[] };
