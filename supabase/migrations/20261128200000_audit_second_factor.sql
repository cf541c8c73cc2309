-- The second factor in the audit log.

create function private.audit_second_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  factor constant auth.mfa_factors := case when tg_op = 'DELETE' then old else new end;
  -- Hosted Supabase's account service says nothing about who asked; it was the account's holder.
  by_service constant boolean := session_user = 'supabase_auth_admin';
  what text := case tg_op when 'DELETE' then 'second_factor_removed' else 'second_factor_added' end;
  email text;
begin
  select u.email into email from auth.users u where u.id = factor.user_id;
  if email is null or factor.status::text <> 'verified' then
    return null;
  elsif factor.factor_type::text = 'recovery_code' then
    if tg_op = 'DELETE' or tg_op = 'UPDATE' and by_service then
      return null;
    end if;
    what := 'recovery_codes_made';
  elsif tg_op = 'UPDATE' and old.status::text = 'verified' then
    return null;
  elsif tg_op = 'DELETE' and auth.uid() is distinct from factor.user_id and not by_service then
    perform private.audit('second_factor_reset', email);
    return null;
  end if;
  if by_service then
    perform private.add_audit_entry(what, null, factor.friendly_name, factor.user_id, email, null, null);
  else
    perform private.audit(what, null, factor.friendly_name);
  end if;
  return null;
end
$$;
revoke execute on function private.audit_second_factor() from public;
create trigger audit_second_factor after insert or delete or update of status, updated_at on auth.mfa_factors
  for each row execute function private.audit_second_factor();

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.account_notice_add', $t$    where u.id = person and u.email is not null;$t$,
        $t$    where u.id = person and u.email is not null;
  if account_notice_add.kind = 'recovery_code_used' then
    perform private.audit('recovery_code_used');
  end if;$t$),
      ('public.set_second_factor_rules', $t$    where greatest(second_factor_rules.required_from, today) <> excluded.required_from;$t$,
        $t$    where greatest(second_factor_rules.required_from, today) <> excluded.required_from;
  perform private.audit('second_factor_rules_changed', null, case
    when chosen = '{}' then 'nobody'
    else private.roles_in_words(chosen) || ' from ' || to_char(day, 'FMMonth FMDD, YYYY')
  end);$t$)
    ) as c (function, was, is_now)
  loop
    body := pg_get_functiondef(change.function::regproc);
    if position(change.was in body) = 0 then
      raise exception '% has no "%"', change.function, change.was;
    end if;
    execute replace(body, change.was, change.is_now);
  end loop;
end
$do$;
