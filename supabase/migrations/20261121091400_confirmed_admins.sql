-- Only who has shown that the e-mail address is theirs becomes an admin: anybody can sign up with
-- somebody else's.
create or replace function public.admin_set_admin(user_id uuid, make_admin boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  confirmed boolean;
begin
  perform private.require_admin();
  if make_admin is null then
    raise exception 'Say whether the user is to be an admin.' using errcode = '22023';
  elsif not make_admin then
    delete from public.admins a where a.user_id = admin_set_admin.user_id;
    return;
  end if;
  select u.email_confirmed_at is not null into confirmed from auth.users u
    where u.id = admin_set_admin.user_id and u.deleted_at is null;
  if confirmed is null then
    raise exception 'This user no longer exists.' using errcode = 'PT404';
  elsif not confirmed then
    raise exception 'This user has not confirmed the email address yet.' using errcode = '22023';
  end if;
  insert into public.admins (user_id) values (admin_set_admin.user_id) on conflict do nothing;
end
$$;
