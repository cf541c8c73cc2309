-- What a seller has to believe, shown: the way of the first days on Services, a sample invoice under the
-- rates, and a written guarantee on Why Us, which is not seen until staff say what they pay. For a site
-- that has its texts already; a new one gets them with the others.
insert into public.site_content (page_name, section_name, content_key, content_value, content_type)
select seed.page_name, seed.section_name, seed.content_key, seed.content_value, seed.content_type
from (values
  ('services', 'onboarding', 'title', 'From the first call to your first parcel', 'text'),
  (
    'services', 'onboarding', 'description',
    'About 1-2 weeks in all. This is what happens on the way.',
    'textarea'
  ),
  ('services', 'onboarding', 'day_1_title', 'A call about your month', 'text'),
  ('services', 'onboarding', 'day_1_when', 'The first day', 'text'),
  (
    'services', 'onboarding', 'day_1_description',
    'What you sell, how orders arrive, what breaks. You talk with someone who knows the floor, and we price it together, line by line.',
    'textarea'
  ),
  ('services', 'onboarding', 'day_2_title', 'Your shop is connected', 'text'),
  ('services', 'onboarding', 'day_2_when', 'The days after', 'text'),
  (
    'services', 'onboarding', 'day_2_description',
    'Orders flow in and stock levels flow back, for every shop that sells from the same shelf.',
    'textarea'
  ),
  ('services', 'onboarding', 'day_3_title', 'We agree on the box', 'text'),
  ('services', 'onboarding', 'day_3_when', 'While cartons travel', 'text'),
  (
    'services', 'onboarding', 'day_3_description',
    'Product by product: which box, which insert, which thank-you card. To the person who opens it, there is only your brand.',
    'textarea'
  ),
  ('services', 'onboarding', 'day_4_title', 'Counted in', 'text'),
  ('services', 'onboarding', 'day_4_when', 'The day they land', 'text'),
  (
    'services', 'onboarding', 'day_4_description',
    'We count your first cartons against the packing list, tell you about any difference, and give each SKU its labeled place.',
    'textarea'
  ),
  ('services', 'onboarding', 'day_5_title', 'Test orders go out', 'text'),
  ('services', 'onboarding', 'day_5_when', 'Before you switch', 'text'),
  (
    'services', 'onboarding', 'day_5_description',
    'A few orders take the whole way, from your shop to a doorstep. What isn''t right is put right now.',
    'textarea'
  ),
  ('services', 'onboarding', 'day_6_title', 'The rest follows', 'text'),
  ('services', 'onboarding', 'day_6_when', 'From then on', 'text'),
  (
    'services', 'onboarding', 'day_6_description',
    'Every order comes to us and ships within 24-48 hours. You go back to filming.',
    'textarea'
  ),
  ('why-us', 'guarantee', 'title', 'If we miss, we pay', 'text'),
  ('why-us', 'guarantee', 'promise_label', 'What we promise', 'text'),
  (
    'why-us', 'guarantee', 'promise_description',
    'Your order leaves our dock within 24-48 hours, with what was ordered in the box.',
    'textarea'
  ),
  ('why-us', 'guarantee', 'amount_label', 'What we pay', 'text'),
  ('why-us', 'guarantee', 'amount_value', '', 'text'),
  ('why-us', 'guarantee', 'amount_description', '', 'textarea'),
  ('why-us', 'guarantee', 'claim_label', 'How to claim', 'text'),
  (
    'why-us', 'guarantee', 'claim_description',
    'Send us the order number, by email or by phone. Someone near the shelf looks into it and answers, typically within 2-4 hours in business hours.',
    'textarea'
  ),
  ('why-us', 'guarantee', 'signed_name', '', 'text'),
  ('pricing', 'invoice', 'title', 'What the invoice looks like', 'text'),
  (
    'pricing', 'invoice', 'description',
    'A sample month at the rates above. Yours has the same lines, with your numbers on them.',
    'textarea'
  ),
  ('pricing', 'invoice', 'customer_name', 'Your shop', 'text'),
  (
    'pricing', 'invoice', 'note',
    'Same words as the price list, same numbers. Ask about any line.',
    'textarea'
  )
) as seed (page_name, section_name, content_key, content_value, content_type)
where exists (select from public.site_content)
on conflict (page_name, section_name, content_key) do nothing;
