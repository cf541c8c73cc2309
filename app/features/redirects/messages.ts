import { failedTo } from "#app/lib/errors/reasons.ts";

/** What redirects say beyond their list, loaded with their screen. */
export const REDIRECT_MESSAGES = {
  broken: failedTo("load broken addresses"),
  dismiss: failedTo("dismiss the address"),
  dismissed: (path: string) => `${path} dismissed`,
  check: failedTo("check the file"),
  import: failedTo("import the file"),
  imported: (redirects: string) => `${redirects} imported`,
};
