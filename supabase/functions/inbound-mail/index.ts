import { endpoint, refused } from "../_shared/endpoint.ts";
import { readMailBody } from "../_shared/inbound/body.ts";
import { receiveMail } from "../_shared/inbound/receive.ts";
import { isSecret } from "../_shared/secret.ts";

/**
 * Takes an email that an email service received for us, and stores it with its lead. The service sends
 * INBOUND_SECRET as a bearer token, or as the password in the URL. Answers only when the email is stored: until
 * then the service retries. On our own server this is `POST /inbound/mail`. Returns {success, error, result}.
 */
export default endpoint({
  method: "POST",
  reads: true,
  async answer({ request, host }) {
    const secret = host.env("INBOUND_SECRET");
    if (!secret) throw refused(404, "No email is received here: INBOUND_SECRET isn't set.");
    if (!isSecret(secretIn(request.headers), secret))
      throw refused(401, "Send INBOUND_SECRET as a bearer token, or as the password in the URL.");
    const { result } = await receiveMail(host, await readMailBody(request));
    if (result === "full")
      throw refused(
        503,
        "Its lead, its sender or the list of unmatched emails has reached a limit. Try again later.",
      );
    return { success: true, error: null, result };
  },
  failure: (error) => ({ success: false, error }),
});

function secretIn(headers: Headers): string | undefined {
  const [, scheme = "", given = ""] =
    /^(\S+) +(\S+)$/.exec(headers.get("authorization") ?? "") ?? [];
  if (scheme.toLowerCase() === "bearer") return given;
  if (scheme.toLowerCase() !== "basic") return undefined;
  try {
    return /:(.*)$/s.exec(atob(given))?.[1];
  } catch {
    // Not base64, so no secret either.
    return undefined;
  }
}
