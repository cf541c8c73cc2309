-- What a new owner said of the demo company's site: "these prices are ours", "we have no logo". All else about the
-- first hour follows from the data themselves, read by the app (features/first_hour): a text that still equals the
-- seed's is the demo's, whoever looks. What a person has to say stands here, with who said it and when, until it is
-- taken back. A place is a step ("prices"), a page's texts ("words/home") or one row ("site_content/<id>"); "away"
-- says that the screen was put away.
--
-- The table is closed to everyone: staff say it, see it and take it back by the functions below.

create table private.first_hour (
  place text primary key,
  person_id uuid references auth.users (id) on delete set null,
  said_at timestamptz not null default now(),

  constraint first_hour_place_is_short check (place ~ '^[a-z0-9_/.-]{1,200}$')
);
create index first_hour_of_an_account on private.first_hour (person_id);
alter table private.first_hour enable row level security;
revoke all on table private.first_hour from public, anon, authenticated, service_role;

-- What was said: {"said": [{"place", "by", "at"}], "admins": <how many there are>}. "by" is a name, else an address,
-- and null once the account is gone.
create function public.first_hour() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return jsonb_build_object(
    'said', coalesce((
      select jsonb_agg(jsonb_build_object('place', f.place, 'by', private.name_of(f.person_id), 'at', f.said_at) order by f.place)
      from private.first_hour f
    ), '[]'::jsonb),
    'admins', (select count(*) from public.admins)
  );
end
$$;

-- What is said twice keeps who said it first.
create function public.first_hour_say(places text[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  insert into private.first_hour (place, person_id)
    select distinct said, auth.uid() from unnest(places) as said
    on conflict (place) do nothing;
  return public.first_hour();
end
$$;

create function public.first_hour_take_back(places text[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  delete from private.first_hour f where f.place = any (places);
  return public.first_hour();
end
$$;

revoke all on function public.first_hour() from public, anon, authenticated, service_role;
revoke all on function public.first_hour_say(text[]) from public, anon, authenticated, service_role;
revoke all on function public.first_hour_take_back(text[]) from public, anon, authenticated, service_role;
grant execute on function public.first_hour() to authenticated;
grant execute on function public.first_hour_say(text[]) to authenticated;
grant execute on function public.first_hour_take_back(text[]) to authenticated;
