-- Spam has two names, which are the same everywhere: "Likely spam", about which the team was notified, and "Held
-- as spam", about which it was not. Here are the places that did not tell one from the other.

-- Changes a few words of a function and leaves the rest as the migrations before this one made it.
create function private.reword_function(which regprocedure, before text, after text) returns void
language plpgsql set search_path = ''
as $$
declare
  definition constant text := pg_get_functiondef(which);
begin
  if strpos(definition, before) = 0 then
    raise exception '% does not contain: %', which, before;
  end if;
  execute replace(definition, before, after);
end
$$;

-- What is held is nobody's follow-up: no reminder is sent for it either.
select private.reword_function('public.lead_list(jsonb, integer, integer, jsonb)',
  '$s$c.follow_up_on <= ', '$s$not c.is_spam and c.follow_up_on <= ');

-- The dashboard counts what is held apart: `spam` stays both, for the program before this one.
select private.reword_function('public.admin_dashboard()',
  $$      'active_prices', ($$,
  $$      'held_spam', (
        select count(*) from public.contact_submissions where is_spam and deleted_at is null
      ),
      'active_prices', ($$);

-- A lead's activity says whether it was held.
select private.reword_function('private.tell_of_lead()',
  $$jsonb_build_object('to', new.spam_reason is not null));$$,
  $$jsonb_build_object('to', new.spam_reason is not null, 'held', new.is_spam));$$);

-- So do the other messages of the same person.
select private.reword_function('public.lead_same_person(uuid)',
  $$c.status, c.spam_reason, c.created_at,$$,
  $$c.status, c.is_spam, c.spam_reason, c.created_at,$$);

drop function private.reword_function(regprocedure, text, text);
