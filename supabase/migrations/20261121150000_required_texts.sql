-- Texts that visitors and search engines can't do without are never blank: a page's headline, the
-- words on the contact form's button, the site's title, the company's name and a service's title.
-- Which they are stands in the catalogue (`required` in app/content), for the sentence at the field;
-- tests/db/required.test.ts compares every text of the catalogue with the rules here, both ways.

-- What was blanked before has to say something: the neutral words that fit.
update public.site_content set content_value = initcap(replace(page_name, '-', ' '))
  where section_name = 'hero' and content_key = 'title' and content_value !~ '\S';
update public.site_content set content_value = 'Send Message'
  where section_name = 'contact_form' and content_key = 'submit_button' and content_value !~ '\S';
update public.site_settings set setting_value = 'Our Company'
  where setting_key = 'company_name' and setting_value !~ '\S';
update public.site_settings set setting_value = coalesce(
    (select named.setting_value from public.site_settings named
      where named.setting_key = 'company_name'),
    'Home')
  where setting_key = 'site_title' and setting_value !~ '\S';
update public.services set title = 'Untitled service' where title !~ '\S';

alter table public.site_content add constraint site_content_value_required check (
  content_value ~ '\S'
  or (section_name, content_key) not in (('hero', 'title'), ('contact_form', 'submit_button'))
);
alter table public.site_settings add constraint site_settings_value_required check (
  setting_value ~ '\S' or setting_key not in ('company_name', 'site_title')
);
alter table public.services
  alter column title drop default,
  add constraint services_title_required check (title ~ '\S');
