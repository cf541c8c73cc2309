-- A person's own sessions, for the account page: where they are signed in, and an end for each of them.

-- "Chrome on Windows", from what a browser says about itself; null without that. In this order, because browsers also name
-- others: Edge says "Chrome", and Chrome says "Safari". An iPad names itself only if asked for the mobile site.
create function private.browser_in_words(user_agent text) returns text
language sql immutable set search_path = ''
as $$
  select case when user_agent ~ '\S' then concat_ws(' on ',
    case
      when user_agent ~ '\mEdg(e|A|iOS)?/' then 'Edge'
      when user_agent ~ '\m(OPR|Opera|OPiOS|OPT)/' then 'Opera'
      when user_agent ~ '\mSamsungBrowser/' then 'Samsung Internet'
      when user_agent ~ '\m(Firefox|FxiOS)/' then 'Firefox'
      when user_agent ~ '\m(Headless)?(Chrome|CriOS|Chromium)/' then 'Chrome'
      when user_agent ~ '\mVersion/[\d.]+.* Safari/' then 'Safari'
      else 'Unknown browser'
    end,
    case
      when user_agent ~ '\miPhone\M' then 'iPhone'
      when user_agent ~ '\miPad\M' then 'iPad'
      when user_agent ~ '\mAndroid\M' then 'Android'
      when user_agent ~ '\mCrOS\M' then 'ChromeOS'
      when user_agent ~ '\mWindows NT\M' then 'Windows'
      when user_agent ~ '\mMacintosh\M' then 'macOS'
      when user_agent ~ '\mLinux\M' then 'Linux'
    end
  ) end
$$;
revoke execute on function private.browser_in_words(text) from public;

-- This session first, then the newest. A session that didn't prove its second factor learns nothing. Some of Supabase's
-- columns have other types there than here: text works for both.
create function public.my_sessions() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(own) order by own.current desc, own.created_at desc, own.id), '[]')
  from (
    select s.id, coalesce(private.browser_in_words(s.user_agent), 'Unknown browser') as browser, host(s.ip) as address, s.created_at,
      -- refreshed_at has no time zone, and is in UTC.
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc') as seen_at,
      s.id = private.session_id() as current
    from auth.sessions s
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now()) and private.has_full_session()
    order by current desc, s.created_at desc, s.id
    limit 100
  ) as own
$$;
revoke execute on function public.my_sessions() from public;
grant execute on function public.my_sessions() to authenticated;

-- Ends one of the caller's own sessions. Its refresh tokens are deleted with it, by their foreign key.
create function public.my_session_end(session uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions s
    where s.id = my_session_end.session and s.user_id = auth.uid() and private.has_full_session();
  if not found then
    raise exception 'This session has already ended.' using errcode = 'PT404';
  end if;
end
$$;
revoke execute on function public.my_session_end(uuid) from public;
grant execute on function public.my_session_end(uuid) to authenticated;
