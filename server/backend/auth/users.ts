import { randomUUID } from "node:crypto";
import { MAX_NAME_LENGTH } from "#contract/account-rules.ts";
import { asDatabaseError } from "#server/backend/postgres/errors.ts";
import type { Query } from "#server/backend/postgres/pool.ts";

/** The columns that we use of a row of auth.users and its identity. */
export interface User {
  id: string;
  email: string;
  full_name: string | null;
  encrypted_password: string | null;
  email_confirmed_at: string | null;
  confirmation_sent_at: string | null;
  recovery_sent_at: string | null;
  invited_at: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  identity_id: string | null;
  factors: Factor[];
}

/** A second factor in the shape that supabase-js reads. */
export interface Factor {
  id: string;
  friendly_name: string | null;
  factor_type: "totp" | "recovery_code";
  status: "verified" | "unverified";
  created_at: string;
  updated_at: string;
}

/** Whether the account asks for a second factor at sign-in. */
export const hasSecondFactor = ({ factors }: Pick<User, "factors">) =>
  factors.some(({ status }) => status === "verified");

export const normal = (email: string) => email.trim().toLowerCase();

/** The database's canonical mailbox of an address: without "+shop", and for Gmail without dots. */
export async function mailboxOf(query: Query, email: string): Promise<string> {
  const [row] = await query<{ mailbox: string }>`select private.mailbox_of(${email}) as mailbox`;
  if (!row) throw new Error("the database names no mailbox");
  return row.mailbox;
}

/** Names are cut here: older accounts have names of any length. */
export async function findUser(query: Query, by: { id: string } | { email: string }) {
  const [id, email] = "id" in by ? [by.id, null] : [null, normal(by.email)];
  const [user] = await query<User>`
    select u.id, u.email, left(u.raw_user_meta_data ->> 'full_name', ${MAX_NAME_LENGTH}) as full_name,
      u.encrypted_password, u.email_confirmed_at, u.confirmation_sent_at, u.recovery_sent_at,
      u.invited_at, u.last_sign_in_at, u.created_at, u.updated_at, i.id as identity_id,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'friendly_name', f.friendly_name,
          'factor_type', f.factor_type, 'status', f.status, 'created_at', f.created_at,
          'updated_at', f.updated_at) order by f.created_at)
        from auth.mfa_factors f where f.user_id = u.id), '[]') as factors
    from auth.users u
    left join auth.identities i on i.user_id = u.id and i.provider = 'email'
    where (u.id = ${id}::uuid or u.email = ${email}) and not u.is_sso_user and u.deleted_at is null`;
  return user;
}

/** Whether an account has a role. */
export async function isOnTeam(query: Query, id: string): Promise<boolean> {
  const [row] = await query<{ team: boolean }>`select private.roles_of(${id}) <> '{}' as team`;
  return row?.team === true;
}

/** @returns the id; undefined when an account with this address already exists */
export async function addUser(query: Query, address: string, name?: string) {
  const [id, email] = [randomUUID(), normal(address)];
  const about = JSON.stringify(profile(id, email, false, name));
  const app = JSON.stringify({ provider: "email", providers: ["email"] });
  try {
    await query`
      with account as (
        insert into auth.users
          (id, aud, role, email, raw_app_meta_data, raw_user_meta_data)
        values (${id}, 'authenticated', 'authenticated', ${email}, ${app}, ${about})
        returning id
      )
      insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      select ${randomUUID()}::uuid, 'email', ${id}::text, id, ${about}::jsonb from account`;
    return id;
  } catch (error) {
    if (asDatabaseError(error)?.code === "23505") return undefined;
    throw error;
  }
}

export const rename = (query: Query, id: string, name: string | undefined) => query`
  update auth.users set updated_at = now(),
    raw_user_meta_data = jsonb_strip_nulls(
      jsonb_build_object(
        'sub', id, 'email', email, 'full_name', ${name ?? null}::text,
        'email_verified', email_confirmed_at is not null, 'phone_verified', false
      )
    )
  where id = ${id}`;

function profile(sub: string, email: string, email_verified: boolean, full_name?: string | null) {
  return {
    sub,
    email,
    ...(full_name != null && { full_name }),
    email_verified,
    phone_verified: false,
  };
}

/** `user_metadata`: what people entered about themselves, and nothing else that is stored there. */
export const profileOf = ({ id, email, email_confirmed_at, full_name }: User) =>
  profile(id, email, email_confirmed_at !== null, full_name);

/** A user in the shape that supabase-js reads. */
export function userJson(user: User) {
  const about = profileOf(user);
  const { id, email, created_at, updated_at } = user;
  const known = {
    confirmation_sent_at: user.confirmation_sent_at,
    recovery_sent_at: user.recovery_sent_at,
    invited_at: user.invited_at,
    email_confirmed_at: user.email_confirmed_at,
    confirmed_at: user.email_confirmed_at,
    last_sign_in_at: user.last_sign_in_at,
  };
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: about,
    identities: [
      {
        identity_id: user.identity_id ?? id,
        id,
        user_id: id,
        identity_data: about,
        provider: "email",
        last_sign_in_at: user.last_sign_in_at ?? created_at,
        created_at,
        updated_at,
        email,
      },
    ],
    created_at,
    updated_at,
    is_anonymous: false,
    ...(user.factors.length > 0 && { factors: user.factors }),
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
  };
}

/** The response to every sign-up, whether the account is new, unconfirmed or confirmed. */
export function newUserJson(address: string, name: string | undefined) {
  const now = new Date().toISOString();
  return userJson({
    id: randomUUID(),
    email: normal(address),
    full_name: name ?? null,
    encrypted_password: null,
    email_confirmed_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    invited_at: null,
    last_sign_in_at: null,
    created_at: now,
    updated_at: now,
    identity_id: randomUUID(),
    factors: [],
  });
}
