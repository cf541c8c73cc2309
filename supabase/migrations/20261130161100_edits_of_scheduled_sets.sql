-- A set that an owner had scheduled went live with the edits that people who need approval made after that, and nobody had
-- approved these. Such a set now waits for an approval, or for a new time.

alter table public.change_sets add edited_since boolean not null default false;
comment on column public.change_sets.edited_since is
  'Someone whose changes need approval edited it after its time was chosen.';

do $do$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('private.keep_item', $t$  update public.change_sets s set version = next_version where s.id = item.set_id;
$t$, $t$  update public.change_sets s
    set version = next_version,
      edited_since = s.edited_since or s.scheduled_by is not null and public.needs_approval()
    where s.id = item.set_id;
$t$),
      ('public.set_schedule', $t$end_at = set_schedule.end_at, problem = null,
$t$, $t$end_at = set_schedule.end_at, problem = null,
      edited_since = false,
$t$),
      ('public.set_publish', $t$  if public.needs_approval() and not private.is_approved(the_set) then
$t$, $t$  if not private.is_approved(the_set) and (
    public.needs_approval()
    or the_set.edited_since and current_setting('loading_dock.scheduled_by', true) <> ''
  ) then
$t$)
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
