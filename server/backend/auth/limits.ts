import { tooManyRequests } from "#server/backend/http-error.ts";
import {
  addressKeys,
  createRateLimiter,
  giveBackAll,
  limitAddress,
  takeAll,
  type Use,
} from "#server/limits/rate-limit.ts";

const MINUTE = 60;

const limiter = (name: string, burst: number, secondsEach: number) =>
  createRateLimiter({ name, burst, secondsEach });

/** Who makes the request, and for which account. */
export interface AuthClient {
  /** the visitor's address, after TRUST_PROXY hops */
  address: string;
  email?: string;
  /** the rate-limit key of a browser that has signed in to this account before (createDevices) */
  device?: string | undefined;
}

/** The mailbox that an email would go to. */
interface Mailbox {
  /** canonical, from mailboxOf */
  name: string;
  /** the address belongs to a confirmed account */
  confirmed: boolean;
}

const pairOf = ({ address, email }: AuthClient) => `${addressKeys(address).near} ${email}`;

function orRefuse(uses: readonly Use[], sentence: string) {
  const seconds = takeAll(uses);
  if (seconds > 0) throw tooManyRequests(sentence, seconds);
}

/**
 * Rate limits of auth requests. Nobody can use up another person's attempts: tight limits count
 * address and account together. Limits by account alone are so high that only many addresses together
 * reach them. Even then, a browser that the account knows still passes.
 */
export function createAuthLimits(enabled: boolean) {
  const signIn = {
    pair: limiter("sign-in pair", 10, MINUTE),
    device: limiter("sign-in device", 10, MINUTE),
    account: limiter("sign-in account", 200, 20),
    address: limitAddress({ name: "sign-in", burst: 40, secondsEach: 20 }),
  };
  const mails = (name: string) => ({
    pair: limiter(`${name} pair`, 4, 5 * MINUTE),
    device: limiter(`${name} device`, 4, 5 * MINUTE),
    address: limitAddress({ name, burst: 10, secondsEach: 5 * MINUTE }),
  });
  const mail = { signUp: mails("sign-up"), link: mails("link") };
  const perMailbox = (name: string) => limiter(`mailbox ${name}`, 6, 20 * MINUTE);
  const mailbox = {
    account: perMailbox("account"),
    plain: perMailbox("plain"),
    tagged: perMailbox("tagged"),
  };
  const invitations = perMailbox("invited");
  const codes = {
    device: limiter("code device", 10, 10 * MINUTE),
    account: limiter("code account", 10, 10 * MINUTE),
  };
  const guessed = limiter("codes guessed", 1, 24 * 60 * MINUTE);
  // At most five within any day.
  const newSignIns = limiter("new sign-in", 3, 12 * 60 * MINUTE);
  const renewals = limitAddress({ name: "renewal", burst: 120, secondsEach: 2 });
  const attempts = limitAddress({ name: "attempt", burst: 30, secondsEach: 30 });

  return {
    /**
     * Call before comparing a password. Concurrent attempts each count.
     * @returns a function to call when the password was right: only wrong ones count
     * @throws HttpError 429
     */
    signIn(who: AuthClient): () => void {
      if (!enabled) return () => {};
      const uses: Use[] = who.device
        ? [[signIn.device, who.device]]
        : [[signIn.pair, pairOf(who)], ...signIn.address(who.address), [signIn.account, who.email]];
      orRefuse(uses, "Too many attempts to sign in.");
      return () => {
        giveBackAll(uses);
        if (who.device) signIn.device.reset(who.device);
        else signIn.pair.reset(pairOf(who));
      };
    },

    /** Call before an email that anybody may request. @throws HttpError 429 */
    mail(who: AuthClient, wanted: keyof typeof mail): void {
      if (!enabled) return;
      const { pair, device, address } = mail[wanted];
      const uses: Use[] = who.device
        ? [[device, who.device]]
        : [[pair, pairOf(who)], ...address(who.address)];
      orRefuse(
        uses,
        wanted === "signUp" ? "Too many sign-ups." : "Too many emails were requested.",
      );
    },

    /**
     * Whether one more email may go to a mailbox, no matter who asks. Refusals are silent. A confirmed
     * account counts by its address: earlier emails are in its mailbox, and the newest link works. Other
     * addresses count by the mailbox they lead to, and plus addresses separately. A stranger who makes up
     * hundreds of them can't lock out the owner, who signs up without a plus.
     */
    mailbox({ email = "", device }: AuthClient, { name, confirmed }: Mailbox): boolean {
      if (!enabled || device) return true;
      if (confirmed) return mailbox.account.take(email) === 0;
      return mailbox[email.includes("+") ? "tagged" : "plain"].take(name) === 0;
    },

    /** Whether one more invitation may go to a mailbox. Sign-ups by strangers don't count here. */
    invitation: (mailboxName: string): boolean =>
      !enabled || takeAll([[invitations, mailboxName]]) === 0,

    /**
     * Call before comparing a code. Someone with the password has one chance in two thousand a day. They
     * can't lock out the owner: a browser that proved the factor before counts separately, and recovery
     * codes aren't limited by account.
     * @returns a function to call when the code was right: only wrong ones count
     * @throws HttpError 429
     */
    code({ userId, device }: { userId: string; device: string | undefined }): () => void {
      if (!enabled) return () => {};
      const [used, key] = device ? [codes.device, device] : [codes.account, userId];
      orRefuse([[used, key]], "Too many wrong codes. Use a recovery code.");
      return () => used.reset(key);
    },

    /** Whether to notify an account that its codes are being guessed: at most once a day. */
    takeGuessNotice: (userId: string): boolean => takeAll([[guessed, userId]]) === 0,

    /** Whether to notify an account that an unknown browser signed in. */
    newSignIn: (userId: string): boolean => !enabled || takeAll([[newSignIns, userId]]) === 0,

    /** @throws HttpError 429 */
    renew({ address }: AuthClient): void {
      if (enabled) orRefuse(renewals(address), "Too many requests.");
    },

    /** For links and changes to one's own account. @throws HttpError 429 */
    attempt({ address }: AuthClient): void {
      if (enabled) orRefuse(attempts(address), "Too many attempts.");
    },
  };
}

export type AuthLimits = ReturnType<typeof createAuthLimits>;
