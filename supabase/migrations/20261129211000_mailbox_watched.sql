-- Operators are alerted when the mailbox can't be read, as they are about waiting emails: what_waits(), which
-- /metrics reads, says whether it can.
create or replace function public.what_waits() returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.what_waits() || jsonb_build_object(
    'mailbox', (select jsonb_build_object('readable', b.error is null) from private.inbound_mailbox b),
    'migrations', (
      select coalesce(jsonb_agg(s.version), '[]') from supabase_migrations.schema_migrations s
    )
  )
$$;
