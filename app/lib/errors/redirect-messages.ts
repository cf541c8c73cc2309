import { reason } from "./reasons.ts";

const failed = (what: string) => (cause: unknown) => `Failed to ${what}: ${reason(cause)}`;

/** What redirects say beyond their list, loaded with their screen. */
export const REDIRECT_MESSAGES = {
  broken: failed("load broken addresses"),
  dismiss: failed("dismiss the address"),
  dismissed: (path: string) => `${path} dismissed`,
  import: failed("import the file"),
  imported: (redirects: string) => `${redirects} imported`,
};
