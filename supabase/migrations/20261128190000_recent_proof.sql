-- What an unattended browser must not allow: it takes a proof of the last 15 minutes of who is there.

-- When the person last proved who they are in this session: with their second factor if they have one, otherwise by signing
-- in. From the token, which the account service renews with each proof.
create function private.proved_at() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select max(to_timestamp((way ->> 'timestamp')::bigint))
  from jsonb_array_elements(
    case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end
  ) as way
  where way ->> 'timestamp' ~ '^\d{1,11}$'
    and (not private.has_second_factor(auth.uid()) or way ->> 'method' ~ '^(totp|mfa/.+)$')
$$;
revoke execute on function private.proved_at() from public;

-- The status is 428: the app asks for the proof, and sends the call again.
create function private.require_recent_proof() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.proved_at() is null or private.proved_at() < now() - interval '15 minutes' then
    raise exception 'Confirm it''s you, then try again.' using errcode = 'PT428';
  end if;
end
$$;
revoke execute on function private.require_recent_proof() from public;
-- Functions that run as their caller ask it, too.
grant execute on function private.require_recent_proof() to authenticated;

do $do$
declare
  sensitive regprocedure;
  body text;
  changed text;
begin
  for sensitive in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname in (
      'admin_set_roles', 'admin_set_admin', 'admin_remove', 'admin_reset_password', 'admin_reset_second_factor',
      'set_second_factor_rules', 'lead_export', 'lead_person_export', 'lead_person_erase', 'admin_backup_download'
    )
  loop
    body := pg_get_functiondef(sensitive);
    -- After the first question, which is whether the caller may do this at all.
    changed := regexp_replace(body, '(perform private\.require_[a-z_]+\([^;]*\);)',
      E'\\1\n  perform private.require_recent_proof();');
    if changed = body then
      raise exception '% asks for no right', sensitive;
    end if;
    execute changed;
  end loop;
end
$do$;
