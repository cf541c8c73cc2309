import { refusePassword } from "#server/backend/auth/passwords/index.ts";
import type { CallOf, Handlers } from "#server/backend/gateway/request/operation.ts";
import { logRefused } from "#server/runtime/log/refused.ts";
import type { LinkMailKind } from "#supabase/functions/_shared/account-mail.ts";
import type { AuthParts } from "./index.ts";
import type { AuthOperations } from "./operations.ts";
import { addUser, findUser, mailboxOf, newUserJson, normal, rename, type User } from "./users.ts";

type Post = (kind: LinkMailKind, user: User | undefined) => Promise<void>;
type Names = "signUp" | "recover" | "resend";

/** Requests that anybody may make. Neither wording nor timing reveals whether an address has an account. */
export function signUpHandlers({
  query,
  mails,
  limits,
  devices,
  minimumDuration,
  log,
}: AuthParts): Pick<Handlers<AuthOperations>, Names> {
  type MailCall = CallOf<AuthOperations[Names]>;

  /** Counts, then runs the work in a minimum duration. `post` skips a mailbox that is over its limit. */
  function about(
    { body, cookies, info }: MailCall,
    wanted: "signUp" | "link",
    work: (email: string, post: Post) => Promise<Response>,
  ) {
    const email = normal(body.email);
    const { clientAddress: address, requestId } = info;
    const who = { address, email, device: devices.known(cookies, email) };
    limits.mail(who, wanted);
    return minimumDuration.run(() =>
      work(email, async (kind, user) => {
        const name = await mailboxOf(query, email);
        const confirmed = Boolean(user?.email_confirmed_at);
        if (limits.mailbox(who, { name, confirmed })) await mails.post(kind, email);
        else logRefused(log, { address, requestId, reason: "mailbox_had_its_share" });
      }),
    );
  }

  return {
    /**
     * Stores no password yet: the page that the emailed link opens asks for it again. The person
     * who typed the address may not be the one who reads its email.
     */
    async signUp(call) {
      const weak = refusePassword(call.body.password);
      if (weak) return weak;
      return about(call, "signUp", async (email, post) => {
        const name = call.body.data?.full_name?.trim();
        const user = await findUser(query, { email });
        if (!user) await addUser(query, email, name);
        else if (!user.email_confirmed_at) await rename(query, user.id, name);
        await post(user?.email_confirmed_at ? "account_exists" : "signup", user);
        return Response.json(newUserJson(email, name));
      });
    },

    async recover(call) {
      return about(call, "link", async (email, post) => {
        const user = await findUser(query, { email });
        if (user) await post("recovery", user);
        return Response.json({});
      });
    },

    async resend(call) {
      return about(call, "link", async (email, post) => {
        const user = await findUser(query, { email });
        if (user && !user.email_confirmed_at) await post("signup", user);
        return Response.json({});
      });
    },
  };
}
