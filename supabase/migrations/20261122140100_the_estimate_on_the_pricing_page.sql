-- From how many orders a month storage costs nothing: the pricing page counts by it, so visitors may
-- read it. Blank: storage is never free. Without a row the site goes by its default, 100.

alter table public.site_settings
  add constraint site_settings_free_storage_orders_is_a_number check (
    setting_key <> 'free_storage_orders' or setting_value ~ '^([1-9][0-9]{0,6})?$'
  );

create policy "Anyone reads from how many orders storage is free" on public.site_settings
  for select to anon, authenticated using (setting_key = 'free_storage_orders');

-- The estimate's own texts on the pricing page, for a site that has its texts already; a new one gets
-- them with the others. Without a title the page has no estimate.
insert into public.site_content (page_name, section_name, content_key, content_value, content_type)
select 'pricing', 'estimate', seed.content_key, seed.content_value, seed.content_type
from (values
  ('title', 'What would your month cost?', 'text'),
  ('description', 'Put in last month''s figures. Every line comes from a rate above.', 'textarea'),
  (
    'note',
    'An estimate, not an offer. Your invoice counts what we stored, packed and shipped.',
    'textarea'
  ),
  ('send_button', 'Send me this estimate', 'text')
) as seed (content_key, content_value, content_type)
where exists (select from public.site_content)
on conflict (page_name, section_name, content_key) do nothing;
