-- Emails about reviews quote what a colleague wrote, apart from the site's own sentence, and replies go to that colleague.
alter table private.account_notices
  add column message text,
  add column reply_to text;
comment on column private.account_notices.message is 'What a colleague wrote, to be quoted.';
comment on column private.account_notices.reply_to is 'The address of the colleague it is from; null: the site itself.';

drop function private.note_review(text, uuid, uuid, text);
create function private.note_review(
  kind text, person uuid, the_set uuid, detail text, message text default null, author uuid default null
) returns void
language sql security definer set search_path = '' as $$
  insert into private.account_notices (email, kind, detail, message, reply_to, page)
    select u.email, note_review.kind, note_review.detail, note_review.message,
      (select a.email from auth.users a where a.id = author), '/admin/content?review=' || the_set
    from auth.users u where u.id = person and u.email is not null
$$;
revoke execute on function private.note_review(text, uuid, uuid, text, text, uuid) from public;

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('public.account_notice_claim', $t$'page', notice.page,$t$,
        $t$'page', notice.page,
    'message', notice.message, 'reply_to', notice.reply_to,$t$),
      ('public.set_ask_review',
        $t$concat_ws(' ', private.person_in_words(auth.uid()) || ' asks you to review "' || the_set.name || '".', said)$t$,
        $t$private.person_in_words(auth.uid()) || ' asked you to review "' || the_set.name || '".', said, auth.uid()$t$),
      ('public.set_answer_review',
        $t$concat_ws(' ', private.person_in_words(auth.uid()) || case verdict
      when 'approved' then ' approved "' else ' asks for changes in "' end || the_set.name || '".', said)$t$,
        $t$private.person_in_words(auth.uid()) || case verdict
      when 'approved' then ' approved "' else ' asked for changes in "' end || the_set.name || '".', said, auth.uid()$t$)
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
