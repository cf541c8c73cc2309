import { type Signing, signer } from "#server/backend/auth/tokens.ts";

/** Seconds in which a code must follow its challenge. */
const LIFETIME = 300;

/** Challenges are signed, so that none is stored. Each is for one factor and one session. */
export function challenges(signing: Signing) {
  const signature = signer(signing, "second factor challenge");
  const about = (factorId: string, sessionId: string, until: string) =>
    `${factorId} ${sessionId} ${until}`;
  return {
    /** @param now seconds since 1970 */
    begin(factorId: string, sessionId: string, now: number) {
      const until = now + LIFETIME;
      const signed = signature.of(about(factorId, sessionId, String(until)));
      return { id: `${until}.${signed}`, expires_at: until };
    },
    isOpen(id: string, factorId: string, sessionId: string, now: number): boolean {
      const [until = "", signed = "", ...rest] = id.split(".");
      const isOurs = signature.isOf(signed, about(factorId, sessionId, until));
      return isOurs && rest.length === 0 && Number(until) >= now;
    },
  };
}
