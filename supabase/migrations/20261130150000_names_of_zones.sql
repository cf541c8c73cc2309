-- Emails about colleagues call the company's time "Pacific Time", not "Los Angeles time".

-- The zone's everyday name, as companyTimeName in contract/time/zone-names.ts has it.
create function private.zone_name(zone text) returns text
language sql immutable set search_path to ''
as $function$
  select coalesce(
    case zone
      when 'America/New_York' then 'Eastern'
      when 'America/Chicago' then 'Central'
      when 'America/Denver' then 'Mountain'
      when 'America/Phoenix' then 'Arizona'
      when 'America/Los_Angeles' then 'Pacific'
      when 'America/Anchorage' then 'Alaska'
      when 'Pacific/Honolulu' then 'Hawaii'
    end || ' Time',
    replace(regexp_replace(zone, '^.*/', ''), '_', ' ') || ' time'
  )
$function$;

CREATE OR REPLACE FUNCTION private.tell_colleagues(notice text, what text, after text, except_for uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 20;
  who constant jsonb := private.history_actor();
  sent integer;
begin
  delete from private.colleague_notices n where n.created_at < now() - interval '24 hours';
  select count(*) into sent from private.colleague_notices n where n.kind = notice;
  if sent >= most then
    return;
  end if;
  insert into private.colleague_notices (kind) values (notice);
  insert into private.account_notices (email, kind, detail)
    select u.email, notice, concat_ws(' ',
      what || ' on '
        || to_char(now() at time zone (select private.company_zone()), 'FMMonth FMDD, YYYY "at" FMHH12:MI AM')
        || ' (' || private.zone_name(private.company_zone()) || ') by ' || case
          when who ->> 'actor' = 'person'
            then coalesce(private.person_in_words((who ->> 'id')::uuid), 'a deleted account')
          when who ->> 'actor' = 'database' then 'someone with database access'
          else 'the ' || (who ->> 'actor')
        end || '.',
      after,
      case when sent = most - 1 then
        'You won''t get more of these emails for 24 hours. Check the Users screen.'
      end
    )
    from public.admins a join auth.users u on u.id = a.user_id
    where u.email is not null and a.user_id <> all (array_remove(except_for || auth.uid(), null));
end
$function$;

revoke execute on function private.zone_name(text) from public;
