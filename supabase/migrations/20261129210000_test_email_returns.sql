-- A test email to the site's own reply address (decision 0077): its headers say what the mailbox's provider found.

alter table private.inbound_mailbox
  add column test_id uuid,
  add column test_headers text check (length(test_headers) <= 32768);
comment on column private.inbound_mailbox.test_headers is 'The headers of the test email that arrived last.';

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.mail_arrived', $t$    return jsonb_build_object('result', 'ignored');$t$,
        $t$    update private.inbound_mailbox b
      set test_id = private.own_id(mail ->> 'message_id', 'test'), test_headers = left(mail ->> 'headers', 32768)
      where mail ->> 'message_id' like 'test-%';
    return jsonb_build_object('result', 'ignored');$t$),
      ('public.admin_system', $t$    'webhooks', waits -> 'webhooks',$t$, $t$    'webhooks', waits -> 'webhooks',
    'answers', public.inbound_state(),$t$),
      -- One that came back, or has no mailbox, says nothing about sending.
      ('public.admin_system', $t$from public.mails q where q.state = 'failed'$t$,
        $t$from public.mails q where q.state = 'failed' and q.send_after is not null$t$)
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

-- The headers of a test email, once it has arrived; null until then.
create function public.inbound_test(test uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select b.test_headers from private.inbound_mailbox b where b.test_id = inbound_test.test);
end
$$;
revoke execute on function public.inbound_test(uuid) from public, anon, authenticated, service_role;
grant execute on function public.inbound_test(uuid) to authenticated;
