import { randomBytes, randomInt, randomUUID } from "node:crypto";

/**
 * The answer to a sign-up with an address that has an account already: what a new account would have
 * been answered, so that nobody learns who has one. @supabase/lite says 429 here.
 * @param asked the body of the request
 */
export function answerAsIfNew({ email, data }: { email: string; data?: object | null }): Response {
  const address = email.toLowerCase();
  const sub = timedUuid();
  const [made, followed] = [0, randomInt(2, 9)].map((ms) => timestamp(Date.now() + ms));
  const about = asStored({
    ...data,
    email: address,
    email_verified: false,
    phone_verified: false,
    sub,
  });
  return Response.json({
    id: sub,
    aud: "authenticated",
    role: "authenticated",
    email: address,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: about,
    identities: [
      {
        identity_id: timedUuid(),
        id: sub,
        user_id: sub,
        identity_data: about,
        provider: "email",
        last_sign_in_at: followed,
        created_at: followed,
        updated_at: followed,
        email: address,
      },
    ],
    created_at: made,
    updated_at: made,
    is_anonymous: false,
    confirmation_sent_at: made,
  });
}

/** jsonb keeps its keys by length, then by letter. */
const asStored = (value: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(value).sort(
      ([a], [b]) => Buffer.byteLength(a) - Buffer.byteLength(b) || (a < b ? -1 : 1),
    ),
  );

const timestamp = (ms: number) => new Date(ms).toISOString().replace("Z", "+00:00");

/** UUID version 7 (RFC 9562): the milliseconds first, as accounts have it. */
function timedUuid(): string {
  const hex = Date.now().toString(16).padStart(12, "0") + randomBytes(2).toString("hex").slice(1);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12, 15)}-${randomUUID().slice(19)}`;
}
