-- Views of the inbox that admins save for themselves: a name, and the filters as the screen's address has them. They
-- are few and always read and written together, so a person's views are one row.

-- Whether this is a list of at most 20 views, each with a name and an address.
create function private.are_lead_views(views jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_typeof(views) = 'array' and jsonb_array_length(views) <= 20 and not exists (
    select from jsonb_array_elements(views) as v (one)
    where not coalesce(
      v.one = jsonb_build_object('name', v.one -> 'name', 'address', v.one -> 'address')
        and jsonb_typeof(v.one -> 'name') = 'string' and jsonb_typeof(v.one -> 'address') = 'string'
        and length(v.one ->> 'name') <= 60 and v.one ->> 'name' ~ '\S'
        and length(v.one ->> 'address') <= 1000,
      false)
  )
$$;

create table private.lead_views (
  person_id uuid primary key references auth.users (id) on delete cascade,
  views jsonb not null,
  constraint lead_views_are_views check (private.are_lead_views(views))
);
alter table private.lead_views enable row level security;
revoke all on table private.lead_views from public, anon, authenticated, service_role;

-- The caller's views, in the order in which they were saved.
create function public.lead_views() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  return coalesce((select v.views from private.lead_views v where v.person_id = auth.uid()), '[]');
end
$$;

-- Replaces the caller's views, and answers them.
create function public.lead_views_save(views jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_lead_handler();
  insert into private.lead_views as v (person_id, views) values (auth.uid(), lead_views_save.views)
    on conflict (person_id) do update set views = excluded.views;
  return views;
end
$$;

revoke all on function
  private.are_lead_views(jsonb),
  public.lead_views(),
  public.lead_views_save(jsonb)
from public, anon, authenticated, service_role;
grant execute on function public.lead_views(), public.lead_views_save(jsonb) to authenticated;
