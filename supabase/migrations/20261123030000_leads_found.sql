-- How a lead is found. `search_text` holds name, e-mail, business, message and the staff's notes with case
-- and accents folded, and is kept by triggers, since notes stand in a table of their own. Every word that
-- is looked for has to stand somewhere in it.
--
-- No extension: not every PostgreSQL has unaccent or pg_trgm, nor lets a plain owner have them. A scan for
-- a plain piece of text reads 100,000 leads in about 150 ms.

-- One spelling of what people type alike: "Fernández" and "FERNANDEZ", "Łódź" and "lodz", full-width and
-- plain letters. Marks are taken off (Latin accents, Arabic and Hebrew points); letters that are no letter
-- with a mark are named.
create function private.folded(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select replace(replace(replace(replace(
    translate(
      lower(regexp_replace(
        normalize(value, NFKD),
        '[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u0610-\u061A\u064B-\u065F\u0670]', '', 'g'
      )),
      'øđłħıŧ', 'odlhit'
    ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;

alter table public.contact_submissions drop column search_text;
alter table public.contact_submissions add column search_text text not null default '';
comment on column public.contact_submissions.search_text is
  'What staff search in: name, address, business, message and notes, case and accents folded; kept by triggers.';

create function private.keep_search_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.search_text := private.folded(concat_ws(
    E'\n', new.name, new.email, new.business_name, new.message,
    (select string_agg(n.body, E'\n' order by n.created_at, n.id)
      from public.submission_notes n where n.submission_id = new.id)
  ));
  return new;
end
$$;
-- By its name it runs behind the trigger that takes out what nobody sees.
create trigger keep_search_text
  before insert or update of name, email, business_name, message, search_text
  on public.contact_submissions
  for each row execute function private.keep_search_text();

create function private.search_text_of_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.contact_submissions c set search_text = ''
    where c.id = (coalesce(new, old)).submission_id;
  return null;
end
$$;
create trigger search_text_of_note after insert or update of body or delete on public.submission_notes
  for each row execute function private.search_text_of_note();

update public.contact_submissions set search_text = '';


-- The leads that `what` asks for, a page of them, newest first, and how many there are in all:
-- {"total", "rows"}. Each part of `what` may be left out: q (words, in any order), status, volume,
-- platform, owner (an id, or "none"), since and until (moments, from and before), show ("genuine", "spam",
-- "failed-mail", "follow-up": due today or before; "trash": what lies there, which all others leave out),
-- sort ("oldest"). `after` is the last row that was read, {"created_at", "id"}: the list goes on behind it. A
-- page has 1000 rows at most; of the words the first 12 count.
-- Runs as the caller: row security decides what is found.
create function public.lead_list(
  what jsonb default '{}', page integer default 1, page_size integer default 50, after jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  show constant text := coalesce(what ->> 'show', '');
  oldest constant boolean := coalesce(what ->> 'sort' = 'oldest', false);
  kept constant integer := greatest(least(page_size, 1000), 0);
  skipped constant bigint := (greatest(page, 1)::bigint - 1) * kept;
  words constant text[] := (
    select array_agg(w.word) from (
      select word from regexp_split_to_table(private.folded(left(what ->> 'q', 500)), '\s+') as word
      where word <> '' limit 12
    ) w
  );
  conditions text[] := array[
    case when show = 'trash' then 'c.deleted_at is not null' else 'c.deleted_at is null' end
  ];
  sorted constant text := case when oldest then 'created_at, id' else 'created_at desc, id' end;
  answer jsonb;
begin
  perform private.require_lead_handler();
  conditions := conditions || array(
    select format('pg_catalog.strpos(c.search_text, $2[%s]) > 0', n)
    from generate_series(1, cardinality(words)) as n
  );
  conditions := conditions || array_remove(array[
    case when what ->> 'status' <> '' then $s$c.status = $1 ->> 'status'$s$ end,
    case when what ->> 'volume' <> '' then $s$c.monthly_volume = $1 ->> 'volume'$s$ end,
    case when what ->> 'platform' <> '' then $s$c.platforms @> array[$1 ->> 'platform']$s$ end,
    case
      when what ->> 'owner' = 'none' then 'c.owner_id is null'
      when what ->> 'owner' <> '' then $s$c.owner_id::text = $1 ->> 'owner'$s$
    end,
    case when what ->> 'since' <> '' then $s$c.created_at >= ($1 ->> 'since')::timestamptz$s$ end,
    case when what ->> 'until' <> '' then $s$c.created_at < ($1 ->> 'until')::timestamptz$s$ end,
    case show
      when 'spam' then 'c.spam_reason is not null'
      when 'genuine' then 'c.spam_reason is null'
      when 'failed-mail' then $s$not c.is_spam and c.mail_status = 'failed'$s$
      when 'follow-up' then
        $s$c.follow_up_on <= (now() at time zone 'America/Los_Angeles')::date$s$
    end,
    case when after is not null then format(
      $s$(c.created_at %s ($3 ->> 'created_at')::timestamptz or (
        c.created_at = ($3 ->> 'created_at')::timestamptz and c.id > ($3 ->> 'id')::uuid))$s$,
      case when oldest then '>' else '<' end
    ) end
  ], null);
  execute format(
    $s$
      with found as materialized (
        select c.id, c.created_at from public.contact_submissions c where %s
      ), shown as (
        select f.id from found f order by %s
        limit $4 offset $5
      )
      select jsonb_build_object(
        'total', (select count(*) from found),
        'rows', coalesce((
          select jsonb_agg(
            to_jsonb(c) - '{search_text,trap,filled_in_ms}'::text[] order by %s
          )
          from shown s join public.contact_submissions c on c.id = s.id
        ), '[]'::jsonb)
      )
    $s$,
    array_to_string(conditions, ' and '),
    sorted,
    replace(replace(sorted, 'created_at', 'c.created_at'), ', id', ', c.id')
  ) into answer using what, words, after, kept, skipped;
  return answer;
end
$$;

-- What leads can be narrowed and handed over by: {"people": [{"id", "name"}], "volumes", "platforms"}, the
-- last two as visitors chose them. Names stand in auth.users, which no role of the API may read.
create function public.lead_choices() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return jsonb_build_object(
    'people', coalesce((
      select jsonb_agg(
        jsonb_build_object('id', a.user_id, 'name', private.name_of(a.user_id))
        order by lower(private.name_of(a.user_id)), a.user_id
      )
      from public.admins a
    ), '[]'::jsonb),
    'volumes', coalesce((
      select jsonb_agg(v.monthly_volume order by length(v.monthly_volume), v.monthly_volume)
      from (select distinct c.monthly_volume from public.contact_submissions c limit 200) v
    ), '[]'::jsonb),
    'platforms', coalesce((
      select jsonb_agg(p.platform order by lower(p.platform), p.platform)
      from (
        select distinct platform
        from public.contact_submissions c, unnest(c.platforms) as platform limit 200
      ) p
    ), '[]'::jsonb)
  );
end
$$;

revoke all on function private.folded(text) from public, anon, service_role;
revoke all on function private.keep_search_text() from public, anon, authenticated, service_role;
revoke all on function private.search_text_of_note() from public, anon, authenticated, service_role;
revoke all on function public.lead_list(jsonb, integer, integer, jsonb)
  from public, anon, authenticated, service_role;
revoke all on function public.lead_choices() from public, anon, authenticated, service_role;
grant execute on function private.folded(text) to authenticated;
grant execute on function public.lead_list(jsonb, integer, integer, jsonb) to authenticated;
grant execute on function public.lead_choices() to authenticated;
