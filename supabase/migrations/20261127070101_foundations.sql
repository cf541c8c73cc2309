-- What every table is built on: the schemas, how web servers hear that public content changed, and the rules for
-- texts and addresses.
--
-- `private` holds helpers that policies, constraints and triggers call. The API serves only
-- `public`, so nothing in `private` can be called from a browser.
--
-- Every function has an empty search_path and names its schemas, so nobody can slip in a
-- table of the same name. Execution is revoked from everyone first, then granted by name: hosted
-- Supabase grants new functions to all API roles by default.

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create function private.refuse_truncate() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The last admin can''t be removed. Make someone else an admin first.'
    using errcode = 'PT409';
end
$$;

-- updated_at is also the version of a row: an editor saves with
-- `.eq('id', id).eq('updated_at', seen)`, and zero rows mean that someone else was faster. So it
-- moves with every update, by the clock and never by the transaction's start.
create function private.set_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := pg_catalog.clock_timestamp();
  if tg_op = 'UPDATE' and new.updated_at <= old.updated_at then
    new.updated_at := old.updated_at + interval '1 microsecond';
  end if;
  return new;
end
$$;

-- Tells every web process which table's public content changed, so it drops its cached pages.
create function private.notify_content_changed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('content_changed', tg_table_name);
  return null;
end
$$;

-- One rule for email addresses, the same as the forms': no spaces, quotes or line breaks, hence
-- nothing that could add a header to an email.
create function private.is_email(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select length(value) <= 254
    and value ~ '^(?!\.)(?!.*\.\.)[A-Za-z0-9._%+''&*/=?^`{|}~!#$-]*[A-Za-z0-9_+%''&*/=?^`{|}~!#$-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,63}$'
$$;

-- A link or file address that may be in a page: https, http, or a path on this site; empty
-- means none. Refuses javascript: and data: addresses.
create function private.is_link(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value = '' or value ~ '^(https?://[^\s/"<>\\]+|/(?![/\\]))[^\s"<>\\]*$'
$$;

-- A person's name on one line: no control characters, and none that turn a line of text around.
create function private.is_person_name(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select length(value) <= 100
    and value !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
$$;


-- What visitors write, without characters that nobody sees. Bidi controls turn the text around them
-- about ('gnp.exe' reads 'exe.png'), zero-width and control characters make two names look alike
-- or one look empty, in the admin's list, in an email and in an exported file. They are taken out
-- rather than refused: a name copied from elsewhere often carries one, unseen by its owner.
--
-- Kept: right-to-left letters, which need no control to be read; tabs and line breaks; the joiners
-- between two characters, which emoji and several scripts are written with; and the tag characters
-- of a flag such as Scotland's. Other separators of lines become `line_break`.
--
-- A trigger, not a constraint, and for every writer: it fixes, where a constraint would refuse.

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


-- Addresses that pages show hold no name and no password: "https://ana:secret@example.com" tells every visitor
-- both. One that has them is refused.

-- As a browser reads an address: what precedes the last @ before the first slash, question mark or hash.
create function private.has_credentials(address text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select address ~* '^\s*(https?:[/\\]*|[/\\]{2})[^/\\?#]*@'
$$;

-- One spelling of what people type alike: "Fernández" and "FERNANDEZ", "Łódź" and "lodz", full-width and
-- plain letters; apostrophes, quotation marks and dashes as keyboards and phones set them. Marks are taken off
-- (Latin accents, Arabic and Hebrew points); letters that are no letter with a mark are named.
--
-- No extension: not every PostgreSQL has unaccent or pg_trgm, nor lets a plain owner have them. A scan for
-- a plain piece of text reads 100,000 leads in about 150 ms.
create function private.folded(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select replace(replace(replace(replace(
    translate(
      lower(regexp_replace(
        normalize(
          translate(value, U&'\2018\2019\201B\02BC\2032\00B4`\201C\201D\201F\201E\2033\2010\2011\2012\2013\2014\2212',
            '''''''''''''''"""""------'),
          NFKD
        ),
        '[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u0610-\u061A\u064B-\u065F\u0670]', '', 'g'
      )),
      'øđłħıŧ', 'odlhit'
    ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;


-- Who may call these functions: nobody, then those who are named.

revoke all on function
  private.refuse_truncate(),
  private.set_updated_at(),
  private.notify_content_changed(),
  private.is_email(text),
  private.is_link(text),
  private.is_person_name(text),
  private.visible_text(text, text),
  private.folded(text),
  private.has_credentials(text)
from public, anon, authenticated, service_role;

grant execute on function
  private.is_email(text),
  private.is_link(text),
  private.is_person_name(text),
  private.visible_text(text, text),
  private.has_credentials(text)
to anon, authenticated, service_role;

grant execute on function private.folded(text) to authenticated;
