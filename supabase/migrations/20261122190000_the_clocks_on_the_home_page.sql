-- The home page names the platforms, and sets the marketplace's dispatch rule beside the company's
-- promise. For a site that has its texts already; a new one gets them with the others. Without a promise
-- the page has no such section.
insert into public.site_content (page_name, section_name, content_key, content_value, content_type)
select 'home', seed.section_name, seed.content_key, seed.content_value, seed.content_type
from (values
  ('hero', 'platforms', 'For TikTok Shop, Shopify, Amazon, Etsy and WooCommerce', 'text'),
  ('dispatch', 'title', 'Two clocks start with every order', 'text'),
  ('dispatch', 'rule_label', 'TikTok Shop''s clock', 'text'),
  ('dispatch', 'rule_value', '2 business days', 'text'),
  (
    'dispatch', 'rule_description',
    'to hand an order to the carrier, before it counts as late.', 'textarea'
  ),
  ('dispatch', 'promise_label', 'Ours', 'text'),
  ('dispatch', 'promise_value', '24-48 hours', 'text'),
  (
    'dispatch', 'promise_description',
    'from your shop to the truck, a quiet Tuesday or a viral one.', 'textarea'
  ),
  (
    'dispatch', 'note',
    'Our clock runs in opening hours. What comes in after 6:00 PM PST on a weekday, after 2:00 PM on a Saturday, or on a Sunday starts the next working morning.',
    'textarea'
  )
) as seed (section_name, content_key, content_value, content_type)
where exists (select from public.site_content)
on conflict (page_name, section_name, content_key) do nothing;
