-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

CREATE OR REPLACE FUNCTION private.folded(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function private.folded(text) to authenticated;

CREATE OR REPLACE FUNCTION private.has_credentials(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select address ~* '^\s*(https?:[/\\]*|[/\\]{2})[^/\\?#]*@'
$function$;
grant execute on function private.has_credentials(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_email(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select length(value) <= 254
    and value ~ '^(?!\.)(?!.*\.\.)[A-Za-z0-9._%+''&*/=?^`{|}~!#$-]*[A-Za-z0-9_+%''&*/=?^`{|}~!#$-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,63}$'
$function$;
grant execute on function private.is_email(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_link(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select value = '' or value ~ '^(https?://[^\s/"<>\\]+|/(?![/\\]))[^\s"<>\\]*$'
$function$;
grant execute on function private.is_link(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_person_name(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select length(value) <= 100
    and value !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
$function$;
grant execute on function private.is_person_name(text) to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.notify_content_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_notify('content_changed', tg_table_name);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_truncate()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'The last owner can''t be removed. Make someone else an owner first.'
    using errcode = 'PT409';
end
$function$;

CREATE OR REPLACE FUNCTION private.set_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := pg_catalog.clock_timestamp();
  if tg_op = 'UPDATE' and new.updated_at <= old.updated_at then
    new.updated_at := old.updated_at + interval '1 microsecond';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.visible_text(value text, line_break text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select regexp_replace(
    regexp_replace(
      regexp_replace(value, '[\u000B\u000C\u0085\u2028\u2029]', line_break, 'g'),
      '(\U0001F3F4[\U000E0020-\U000E007E]+\U000E007F)'
        '|[\u0001-\u0008\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E'
        '\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB'
        '\U0001D173-\U0001D17A\U000E0000-\U000E007F]',
      '\1', 'g'),
    '(^|\s)[\u200C\u200D]+|[\u200C\u200D]+(?=\s|$)', '\1', 'g')
$function$;
grant execute on function private.visible_text(text,text) to anon, authenticated, service_role;
