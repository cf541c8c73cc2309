-- A testimonial may have its author's portrait, with alt text, and a link to their shop, so that visitors can check who
-- says it. The rules are those of team photos and announcement links.

alter table public.testimonials
  add column photo_url text,
  add column photo_alt text,
  add column link_url text,
  add constraint testimonials_photo_url_is_a_web_address_or_a_path
    check (photo_url <> '' and private.is_link(photo_url) and length(photo_url) <= 2000),
  add constraint testimonials_photo_url_has_no_password
    check (not private.has_credentials(photo_url)),
  add constraint testimonials_photo_alt_at_most_300_characters check (length(photo_alt) <= 300),
  add constraint testimonials_link_url_is_a_web_address_or_a_path
    check (link_url <> '' and private.is_link(link_url) and length(link_url) <= 2000),
  add constraint testimonials_link_url_has_no_password
    check (not private.has_credentials(link_url));
