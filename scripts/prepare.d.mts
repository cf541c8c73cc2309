/** Builds the app, unless its sources are those of the last build; ends the process when it can't. */
export function build(): void;
