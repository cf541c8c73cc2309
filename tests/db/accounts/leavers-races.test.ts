import { describe, expect, test, vi } from "vitest";
import {
  actAs,
  dana,
  FRIEND,
  invitations,
  leaveAll,
  linkState,
  readyToAccept,
  sam,
  samId,
  site,
  withTwoAdmins,
} from "./leaver-steps.ts";

withTwoAdmins();

type Transaction = Parameters<typeof actAs>[0];

/** Waits until another connection waits for a lock of this transaction. */
const someoneWaits = (tx: Transaction) =>
  vi.waitUntil(
    async () =>
      (
        await tx`select 1 from pg_locks l
          where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))`
      ).length > 0,
  );
const sessionOf = async (tx: Transaction): Promise<string> =>
  (await tx`select id from auth.sessions where user_id = ${samId} limit 1`)[0]?.id;
const isAdmin = async (id: string) =>
  (await site.sql`select from admins where user_id = ${id}`).length === 1;

const remove = async () => {
  const { error } = await dana.rpc("admin_remove", { user_id: samId });
  return error?.message;
};

/** Runs `first` in a transaction, starts `second` so that it blocks before the commit, and then runs `last`. */
async function inTheMiddle<Answer>(
  first: (tx: Transaction) => Promise<unknown>,
  second: () => Promise<Answer>,
  last?: (tx: Transaction) => Promise<unknown>,
): Promise<Answer> {
  let later: Promise<Answer> | undefined;
  await site.sql.begin(async (tx) => {
    await first(tx);
    later = second();
    await someoneWaits(tx);
    await last?.(tx);
  });
  if (!later) throw new Error("Nothing ran into the transaction.");
  return later;
}

test("makes no admin from an invitation whose sender is being removed", async () => {
  await sam.rpc("admin_invite", { email: FRIEND }).throwOnError();
  const friend = await readyToAccept();
  const accepted = await inTheMiddle(
    (tx) => tx`delete from admins where user_id = ${samId}`,
    () =>
      site.sql.begin(async (tx) => {
        await actAs(tx, friend);
        return (await tx`select accept_admin_invitation() as accepted`)[0]?.accepted;
      }),
  );
  expect(accepted).toBe(false);
  expect([await isAdmin(samId), await isAdmin(friend.id)]).toEqual([false, false]);
});

test("a removal waits while an invitation is being accepted", async () => {
  await sam.rpc("admin_invite", { email: FRIEND }).throwOnError();
  const friend = await readyToAccept();
  const refused = await inTheMiddle(async (tx) => {
    await actAs(tx, friend);
    await tx`select accept_admin_invitation()`;
  }, remove);
  expect(refused).toBeUndefined();
  expect([await isAdmin(samId), await isAdmin(friend.id)]).toEqual([false, true]);
  expect(await invitations()).toEqual([]);
});

describe("an invitation never deadlocks", () => {
  const FRED = { email: FRIEND, full_name: "Fred" };
  const accept = (friend: { id: string; session: string }) =>
    site.sql.begin(async (tx) => {
      await actAs(tx, friend);
      return (await tx`select accept_admin_invitation() as accepted`)[0]?.accepted;
    });
  /** As each change of an account begins. */
  const lockAccount = (tx: Transaction, id: string) =>
    tx`select from auth.users where id = ${id} for no key update`;
  const setPassword = (tx: Transaction, id: string) =>
    tx`update auth.users set encrypted_password = 'other' where id = ${id}`;

  test("when it is accepted while the person sets a password", async () => {
    await sam.rpc("admin_invite", FRED).throwOnError();
    const friend = await readyToAccept();
    const accepted = await inTheMiddle(
      (tx) => lockAccount(tx, friend.id),
      () => accept(friend),
      (tx) => setPassword(tx, friend.id),
    );
    expect(accepted).toBe(true);
  });

  const revoke = () =>
    site.sql.begin(async (tx) => {
      await actAs(tx, { id: samId, session: await sessionOf(tx) });
      await tx`select admin_revoke_invitation(${FRIEND})`;
    });

  test("when it is revoked while the person sets a password", async () => {
    await sam.rpc("admin_invite", FRED).throwOnError();
    const friend = await readyToAccept();
    await inTheMiddle(
      (tx) => lockAccount(tx, friend.id),
      revoke,
      (tx) => setPassword(tx, friend.id),
    );
    expect(await invitations()).toEqual([]);
  });

  /** As a removal begins. */
  const lockTeam = (tx: Transaction) =>
    tx`select pg_advisory_xact_lock(hashtextextended('public.admins', 0))`;

  test("when it is accepted while its sender is being removed", async () => {
    await sam.rpc("admin_invite", FRED).throwOnError();
    const friend = await readyToAccept();
    const accepted = await inTheMiddle(
      lockTeam,
      () => accept(friend),
      (tx) => tx`delete from admins where user_id = ${samId}`,
    );
    expect(accepted).toBe(false);
    expect(await isAdmin(friend.id)).toBe(false);
  });

  test("when it is revoked, with its account, while its sender is being removed", async () => {
    await sam.rpc("admin_invite", FRED).throwOnError();
    const { id } = await readyToAccept();
    await site.sql`update auth.users set email_confirmed_at = null where id = ${id}`;
    const revoked = inTheMiddle(
      lockTeam,
      revoke,
      (tx) => tx`delete from admins where user_id = ${samId}`,
    );
    await expect(revoked).rejects.toThrow("This invitation is no longer valid.");
    expect(await site.sql`select from auth.users where id = ${id}`).toEqual([]);
  });
});

test("revokes or refuses what is created during its creator's removal", async () => {
  const { set } = await leaveAll();
  const make = async (tx: Transaction) => {
    await actAs(tx, { id: samId, session: await sessionOf(tx) });
    return tx`select preview_link_create(${set}) as link, admin_invite('second@example.com')`;
  };
  let token = "";
  await inTheMiddle(async (tx) => {
    token = (await make(tx))[0]?.link.token;
  }, remove);
  expect(await linkState(token)).toBe("revoked");
  expect(await invitations()).toEqual([]);

  await site.sql`insert into admins (user_id) values (${samId})`;
  const refused = inTheMiddle(
    (tx) => tx`delete from admins where user_id = ${samId}`,
    () => site.sql.begin(make),
  );
  await expect(refused).rejects.toThrow("Only an admin can do this.");
  expect(await invitations()).toEqual([]);
});

test("pauses or keeps a webhook changed during its owner's removal", async () => {
  const { webhook } = await leaveAll();
  const change = async (tx: Transaction) => {
    await actAs(tx, { id: samId, session: await sessionOf(tx) });
    return tx`select webhook_save('Parcels', array['lead.created'], true, 'https://evil.invalid/',
      webhook => ${webhook}, seen => (select updated_at from webhooks where id = ${webhook}))`;
  };
  await inTheMiddle(change, remove);
  expect(await site.sql`select active, host from webhooks`).toEqual([
    { active: false, host: "evil.invalid" },
  ]);
  await site.sql`insert into admins (user_id) values (${samId})`;
  await site.sql`update webhooks set host = 'hooks.invalid', active = true`;
  const refused = inTheMiddle(
    (tx) => tx`delete from admins where user_id = ${samId}`,
    () => site.sql.begin(change),
  );
  await expect(refused).rejects.toThrow("Only an admin can do this.");
  expect(await site.sql`select host from webhooks`).toEqual([{ host: "hooks.invalid" }]);
});

test("lets two admins remove the same person at once, with one notice", async () => {
  await leaveAll();
  await site.sql`delete from private.account_notices`;
  const answers = await Promise.all([remove(), remove(), remove()]);
  expect(answers).toEqual([undefined, undefined, undefined]);
  const rows =
    await site.sql`select from private.colleague_notices where kind = 'colleague_removed'`;
  expect(rows).toHaveLength(1);
});
