-- Texts of pages may be the address of a picture or of a customer's shop. It is an http or https address or a path of
-- this site, so that no text becomes a link that runs a script. The calendar's address has a stricter rule of its own.

alter table public.site_content
  add constraint site_content_web_addresses_are_links check (
    (content_type <> 'url' and content_key !~ '_url$') or private.is_link(content_value)
  );
