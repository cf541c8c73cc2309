-- A lead's search text ends with the digits of each number that is written with separators, so that it is found however
-- it is typed. Each was first looked for in the whole text, which took minutes for a lead whose emails are full of
-- numbers: the next email of that lead could not be stored. Now it takes one pass. Only what has separators needs its
-- digits again.

create or replace function private.search_text_of(lead public.contact_submissions) returns text
language sql stable security definer set search_path to ''
as $function$
  select concat_ws(E'\n', t.folded, (
    select string_agg(distinct d.digits, ' ')
    from (
      select regexp_replace(n[1], '\D', '', 'g') as digits
      from regexp_matches(t.folded, '[0-9][0-9 ()./-]{5,}[0-9]', 'g') as n
      where n[1] ~ '\D'
    ) d
    where length(d.digits) >= 7
  ))
  from (
    select private.folded(string_agg(regexp_replace(x.words, '\s+', ' ', 'g'), E'\n' order by x.nth)) as folded
    from unnest(array[
      lead.name, lead.email, lead.business_name, lead.message,
      (select string_agg(n.body, ' ' order by n.created_at, n.id)
        from public.submission_notes n where n.submission_id = lead.id),
      -- The latest hundred of both, and of a long email its beginning.
      (select string_agg(e.words, ' ' order by e.at) from (
        select m.created_at as at, concat_ws(' ', m.subject, m.body #>> '{0,text}') as words from public.mails m
          where m.submission_id = lead.id and m.kind = 'reply'
        union all
        select i.arrived_at, concat_ws(' ', i.sender_name, i.sender, i.subject, left(i.body_text, 10000))
          from public.inbound_mails i where i.submission_id = lead.id and i.kind = 'reply'
        order by 1 desc limit 100
      ) e)
    ]) with ordinality as x (words, nth)
  ) t
$function$;
