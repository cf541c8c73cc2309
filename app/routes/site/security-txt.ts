import { siteSettings } from "#app/features/site_settings/site/settings.ts";
import { serverContext } from "#contract/render-context.ts";
import type { Route } from "./+types/security-txt";

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year; each day's copy is valid for half a year from then. */
const VALID_DAYS = 180;

/** The contact for security reports: the company's email address, or else its form (RFC 9116). */
export async function loader({ context }: Route.LoaderArgs) {
  const server = context.get(serverContext);
  server.report({ keep: true });
  const { contact_email } = await siteSettings(server);
  const now = Date.now();
  server.until(new Date(now + DAY_MS));
  const lines = [
    `Contact: mailto:${encodeURI(contact_email)}`,
    `Contact: ${server.siteUrl}/contact`,
    `Expires: ${new Date(now + VALID_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${server.siteUrl}/.well-known/security.txt`,
    `Policy: ${server.siteUrl}/security-policy.txt`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
