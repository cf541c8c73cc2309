/** Builds the app unless the build is up to date; exits the process on failure. */
export function build(): void;
