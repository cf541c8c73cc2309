-- Anyone can create an account, and with anyone's address. An email from that address then counted as the team's, so a
-- lead's reply reopened nothing and nobody was told of it. Only people with a role are the team.

comment on column public.inbound_mails.is_from_team is 'A person with a role wrote it, so it is no answer of the lead.';

do $do$
declare
  was constant text := $t$where lower(u.email) = lower(mail ->> 'sender'))$t$;
  is_now constant text := $t$where lower(u.email) = lower(mail ->> 'sender') and private.roles_of(u.id) <> '{}')$t$;
  body constant text := pg_get_functiondef('public.mail_arrived'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'mail_arrived has no "%"', was;
  end if;
  execute replace(body, was, is_now);
end
$do$;
