-- Of each email a lead's search text has the first 10,000 characters. Searching spells them out, and a single letter can
-- become 18: a lead's emails could fill tens of megabytes, and storing the next one took nearly as long as it may. Now
-- it has the first 10,000 as they are spelled out.

do $do$
declare
  was constant text := 'left(i.body_text, 10000)';
  is_now constant text := 'left(normalize(left(i.body_text, 10000), NFKD), 10000)';
  body constant text := pg_get_functiondef('private.search_text_of'::regproc);
begin
  if position(was in body) = 0 then
    raise exception 'search_text_of has no "%"', was;
  end if;
  execute replace(body, was, is_now);
end
$do$;
