-- There are some hundred places in a site; who says thousands of them fills a disk.
-- What is said twice keeps who said it first.
create or replace function public.first_hour_say(places text[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  insert into private.first_hour (place, person_id)
    select distinct said, auth.uid() from unnest(places) as said
    on conflict (place) do nothing;
  if (select count(*) from private.first_hour) > 2000 then
    raise exception 'A site has no 2,000 places to be made yours.' using errcode = '22023';
  end if;
  return public.first_hour();
end
$$;
