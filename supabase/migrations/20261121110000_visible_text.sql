-- What visitors write, without characters that nobody sees. Bidi controls turn the text around them
-- about ('gnp.exe' reads 'exe.png'), zero-width and control characters make two names look alike
-- or one look empty, in the admin's list, in a mail and in an exported file. They are taken out
-- rather than refused: a name copied from elsewhere often carries one, unseen by its owner.
--
-- Kept: right-to-left letters, which need no control to be read; tabs and line breaks; the joiners
-- between two characters, which emoji and several scripts are written with; and the tag characters
-- of a flag such as Scotland's. Other separators of lines become `line_break`.
--
-- A trigger, not a constraint, and for every writer: it mends, where a constraint would refuse.

create function private.visible_text(value text, line_break text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(
      regexp_replace(value, '[\u000B\u000C\u0085\u2028\u2029]', line_break, 'g'),
      '(\U0001F3F4[\U000E0020-\U000E007E]+\U000E007F)'
        '|[\u0001-\u0008\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E'
        '\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB'
        '\U0001D173-\U0001D17A\U000E0000-\U000E007F]',
      '\1', 'g'),
    '(^|\s)[\u200C\u200D]+|[\u200C\u200D]+(?=\s|$)', '\1', 'g')
$$;
revoke all on function private.visible_text(text, text) from public;
grant execute on function private.visible_text(text, text) to anon, authenticated, service_role;

create function private.keep_visible_text() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.visible_text(new.name, ' ');
  new.business_name := private.visible_text(new.business_name, ' ');
  new.monthly_volume := private.visible_text(new.monthly_volume, ' ');
  new.message := private.visible_text(new.message, E'\n');
  if new.platforms is not null then
    new.platforms := array(
      select private.visible_text(p.platform, ' ')
      from unnest(new.platforms) with ordinality as p (platform, place) order by p.place
    );
  end if;
  return new;
end
$$;

-- The rows that are there already. What would be left empty gets a word, which the constraints want.
update public.contact_submissions set
  name = case
    when length(btrim(private.visible_text(name, ' '))) < 2 then 'No name' else private.visible_text(name, ' ')
  end,
  business_name = private.visible_text(business_name, ' '),
  monthly_volume = case
    when private.visible_text(monthly_volume, ' ') !~ '\S' then 'Not given'
    else private.visible_text(monthly_volume, ' ')
  end,
  platforms = array(
    select case
      when private.visible_text(p.platform, ' ') !~ '\S' then 'Other'
      else private.visible_text(p.platform, ' ')
    end
    from unnest(platforms) with ordinality as p (platform, place) order by p.place
  ),
  message = private.visible_text(message, E'\n')
where row(name, business_name, monthly_volume, platforms, message) is distinct from row(
  private.visible_text(name, ' '),
  private.visible_text(business_name, ' '),
  private.visible_text(monthly_volume, ' '),
  array(
    select private.visible_text(p.platform, ' ')
    from unnest(platforms) with ordinality as p (platform, place) order by p.place
  ),
  private.visible_text(message, E'\n')
);

-- By its name it runs before the others, which then see what is stored.
create trigger a_visible_text
  before insert or update of name, business_name, monthly_volume, platforms, message
  on public.contact_submissions
  for each row execute function private.keep_visible_text();
