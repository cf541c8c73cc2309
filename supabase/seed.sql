-- Written by `npm run seed:write` from app/content: change the words there, not here.

insert into public.site_settings (setting_key, setting_value, setting_type, description) values
  ('site_title', 'Evergreen Fulfillment | 3PL for Short-Video Sellers', 'text', 'Title of the home page in browser tabs and search results'),
  ('site_description', 'Fulfillment for sellers on short-video marketplaces. Orders ship within 24-48 hours, with no order minimums and free storage at 100+ orders per month.', 'textarea', 'What search engines show under the title; 120-155 characters work best'),
  ('site_keywords', '3PL, order fulfillment, short-video sellers, pick and pack, kitting, returns, product sourcing', 'text', 'Search keywords, separated by commas'),
  ('company_name', 'Evergreen Fulfillment', 'text', 'Name in the header, footer and emails'),
  ('contact_email', 'hello@evergreen.example.com', 'email', 'Public email address; contact form messages arrive here'),
  ('contact_phone', '(503) 555-0142', 'tel', 'Public phone number'),
  ('website_url', 'https://evergreen.example.com', 'url', 'Website link in the footer and on the contact page'),
  ('address_street', '', 'text', 'Street address of the warehouse'),
  ('address_city', '', 'text', 'City of the warehouse'),
  ('address_region', '', 'text', 'State or region, for example OR'),
  ('address_postal_code', '', 'text', 'ZIP or postal code'),
  ('address_country', '', 'text', 'Country, for example US'),
  ('time_zone', 'America/Los_Angeles', 'text', 'Used for opening hours, schedules, backups and emails'),
  ('opening_hours', '', 'text', 'Used for the open/closed sign and reply deadlines. The contact page shows its own text.'),
  ('dispatch_cutoff', '14:00', 'text', 'Orders in by this time on a working day leave on that day''s truck'),
  ('dispatch_pickup', '17:00', 'text', 'When the carrier picks up, in the company''s time zone'),
  ('dispatch_days', 'Mon, Tue, Wed, Thu, Fri', 'text', 'Days on which orders leave'),
  ('dispatch_holidays', '2026-11-26
2026-12-25
2027-01-01
2027-01-18
2027-02-15
2027-05-31
2027-06-18
2027-07-05
2027-09-06
2027-10-11
2027-11-11
2027-11-25
2027-12-24
2027-12-31', 'textarea', 'Working days on which nothing leaves, one date per line, like 2026-12-25'),
  ('free_storage_orders', '100', 'text', 'Estimates include free storage from this many orders per month'),
  ('confirmation_enabled', 'false', 'boolean', 'Email visitors when their message arrives'),
  ('confirmation_subject', 'We have your message', 'text', 'Subject of the confirmation email'),
  ('confirmation_text', 'Thank you for your message. We will answer it during business hours.

If you did not write to us, someone entered your address by mistake. You don''t need to do anything.', 'textarea', 'Text of the confirmation email. It doesn''t quote the visitor''s message.'),
  ('favicon_url', '', 'url', 'Browser tab icon. Leave empty to use the default icon'),
  ('logo_url', '', 'url', 'Logo in the header. Leave empty to use the default icon and the company name'),
  ('og_image_url', '', 'url', 'Image for shared links, 1200 x 630 pixels'),
  ('brand_color_primary', '#1F6E4D', 'color', 'Main color: buttons, links and highlights'),
  ('brand_color_secondary', '#F2A33A', 'color', 'Accent color'),
  ('facebook_url', '', 'url', 'Facebook page. Leave empty to hide the link'),
  ('twitter_url', '', 'url', 'Twitter profile. Leave empty to hide the link'),
  ('linkedin_url', '', 'url', 'LinkedIn page. Leave empty to hide the link'),
  ('instagram_url', '', 'url', 'Instagram profile. Leave empty to hide the link'),
  ('ga_enabled', 'false', 'boolean', 'Google Analytics on or off'),
  ('ga_measurement_id', '', 'text', 'Google Analytics measurement ID, like G-XXXXXXXXXX'),
  ('gtm_enabled', 'false', 'boolean', 'Google Tag Manager on or off'),
  ('gtm_container_id', '', 'text', 'Google Tag Manager container ID, like GTM-XXXXXXX'),
  ('privacy_text', '', 'textarea', 'What data you keep about people who contact you, and for how long. Published at /privacy and linked from the contact form'),
  ('delete_spam', 'false', 'boolean', 'Permanently deletes messages marked as spam 30 days after the last activity'),
  ('delete_closed_months', '', 'text', 'Deleted permanently this long after the last activity. Leave empty to keep them.')
on conflict (setting_key) do nothing;

insert into public.site_content (page_name, section_name, content_key, content_value, content_type) values
  ('home', 'hero', 'eyebrow', 'Fulfillment for short-video sellers', 'text'),
  ('home', 'hero', 'title', 'Built for the morning after you go viral.', 'text'),
  ('home', 'hero', 'subtitle', 'Evergreen stores your products, packs each order and ships it within 24-48 hours, on a quiet Tuesday or the day a clip takes off.', 'textarea'),
  ('home', 'hero', 'primary_button', 'Plan Your Fulfillment', 'text'),
  ('home', 'hero', 'secondary_button', 'See Pricing', 'text'),
  ('home', 'hero', 'platforms', 'For TikTok Shop, Shopify, Amazon, Etsy and WooCommerce', 'text'),
  ('home', 'dispatch', 'title', 'Two clocks start with every order', 'text'),
  ('home', 'dispatch', 'rule_label', 'TikTok Shop''s clock', 'text'),
  ('home', 'dispatch', 'rule_value', '2 business days', 'text'),
  ('home', 'dispatch', 'rule_description', 'to hand an order to the carrier, before it counts as late.', 'textarea'),
  ('home', 'dispatch', 'promise_label', 'Ours', 'text'),
  ('home', 'dispatch', 'promise_value', '24-48 hours', 'text'),
  ('home', 'dispatch', 'promise_description', 'on working days, from your shop to the truck.', 'textarea'),
  ('home', 'dispatch', 'clock_description', 'Orders in by {cutoff} on a working day leave on that day''s {pickup} truck. All others leave with the next working day''s, before TikTok Shop''s deadline.', 'textarea'),
  ('home', 'dispatch', 'cutoff_label', 'Cutoff', 'text'),
  ('home', 'dispatch', 'truck_label', 'Our truck', 'text'),
  ('home', 'dispatch', 'deadline_label', 'TikTok Shop''s deadline', 'text'),
  ('home', 'dispatch', 'note', 'TikTok Shop counts Monday to Friday, without federal holidays. Its last day ends at 11:59 PM Pacific Time.', 'textarea'),
  ('home', 'features', 'title', 'What a spike tests first', 'text'),
  ('home', 'features', 'description', 'A good video finds the weak spot in your fulfillment. We take care of these three before it posts.', 'textarea'),
  ('home', 'features', 'card_1_title', 'Orders that leave on time', 'text'),
  ('home', 'features', 'card_1_description', 'Every late dispatch counts against your shop. We ship the oldest orders first, so a big night doesn''t end in a bad rating.', 'textarea'),
  ('home', 'features', 'card_2_title', 'The slow weeks in between', 'text'),
  ('home', 'features', 'card_2_description', 'Nobody trends every week. With no order minimums, a slow month costs you storage and the orders that ship. In a busy one, storage is waived at 100+ orders per month.', 'textarea'),
  ('home', 'features', 'card_3_title', 'The bundle you promised on camera', 'text'),
  ('home', 'features', 'card_3_description', 'Tell us what''s in the set and we kit it ahead of the drop. When orders come in, each bundle is one pick from one shelf.', 'textarea'),
  ('home', 'about', 'title', 'A warehouse that plans for the spike', 'text'),
  ('home', 'about', 'description', 'Evergreen Fulfillment is a 3PL for sellers on short-video shopping marketplaces. Your sales don''t grow in a neat curve. They''re flat until a creator posts, and then a week of orders comes in before lunch.', 'textarea'),
  ('home', 'about', 'detail_description', 'So we set up for that morning. We count stock when it arrives and sync orders as they come in. Creator samples leave from the same benches as customer orders, and good returns go back on the shelf while the product is still selling.', 'textarea'),
  ('home', 'about', 'button', 'See What We Do', 'text'),
  ('home', 'testimonial', 'title', 'What sellers say', 'text'),
  ('home', 'testimonial', 'quote', 'The clip went up on a Sunday and I woke up to more orders than I had tape. Evergreen had the first trays packed before I finished my coffee. I spent that week filming, not apologizing.', 'textarea'),
  ('home', 'testimonial', 'author_name', 'Maren Okafor', 'text'),
  ('home', 'testimonial', 'author_title', 'Founder', 'text'),
  ('home', 'testimonial', 'author_company', 'Halfmoon Nail Studio', 'text'),
  ('home', 'testimonial', 'stat_1_value', '70,000+', 'text'),
  ('home', 'testimonial', 'stat_1_label', 'orders in 12 months', 'text'),
  ('home', 'testimonial', 'stat_1_evidence', '', 'text'),
  ('home', 'testimonial', 'stat_2_value', '24-48hr', 'text'),
  ('home', 'testimonial', 'stat_2_label', 'fulfillment', 'text'),
  ('home', 'testimonial', 'stat_2_evidence', '', 'text'),
  ('home', 'testimonial', 'stat_3_value', '$0', 'text'),
  ('home', 'testimonial', 'stat_3_label', 'order minimums', 'text'),
  ('home', 'testimonial', 'stat_3_evidence', '', 'text'),
  ('home', 'cta', 'title', 'Your next hit could post tonight.', 'text'),
  ('home', 'cta', 'description', 'Tell us what you sell, where you sell it and what your biggest day looked like. We''ll show you how it would have shipped.', 'textarea'),
  ('home', 'cta', 'button', 'Talk to Us', 'text'),
  ('services', 'hero', 'title', 'Everything between the dock and the doorstep.', 'text'),
  ('services', 'hero', 'subtitle', 'Five services, one team, one stock count. Start with the ones you need and add the rest later.', 'textarea'),
  ('services', 'services', 'title', 'What we take off your kitchen table', 'text'),
  ('services', 'services', 'description', 'Together they cover a product from the first sample to the last return.', 'textarea'),
  ('services', 'process', 'title', 'The same six steps for one order or a full queue', 'text'),
  ('services', 'process', 'description', 'Nothing changes when a video takes off, so nothing has to be improvised.', 'textarea'),
  ('services', 'process', 'step_1_title', 'Receive', 'text'),
  ('services', 'process', 'step_1_description', 'Your cartons reach our dock. We count them against your packing list and tell you about any difference before the stock goes on sale.', 'textarea'),
  ('services', 'process', 'step_2_title', 'Store', 'text'),
  ('services', 'process', 'step_2_description', 'Every SKU gets its own labeled spot. Fast sellers sit closest to the packing benches.', 'textarea'),
  ('services', 'process', 'step_3_title', 'Sync', 'text'),
  ('services', 'process', 'step_3_description', 'We connect to TikTok Shop, Shopify, Amazon, Etsy and WooCommerce. Orders come in, stock levels go back, and your shop shows sold out when the shelf is empty.', 'textarea'),
  ('services', 'process', 'step_4_title', 'Pick', 'text'),
  ('services', 'process', 'step_4_description', 'We pick the oldest orders first, with each dispatch deadline on the pick list.', 'textarea'),
  ('services', 'process', 'step_5_title', 'Pack', 'text'),
  ('services', 'process', 'step_5_description', 'We check shade, size and count against the order. Then your insert goes in and the box is closed.', 'textarea'),
  ('services', 'process', 'step_6_title', 'Ship', 'text'),
  ('services', 'process', 'step_6_description', 'Parcels leave within 24-48 hours. Tracking goes back to your shop, so the order shows as shipped.', 'textarea'),
  ('services', 'onboarding', 'title', 'From the first call to your first parcel', 'text'),
  ('services', 'onboarding', 'description', 'It takes about 1-2 weeks. This is what happens.', 'textarea'),
  ('services', 'onboarding', 'day_1_title', 'A call about your month', 'text'),
  ('services', 'onboarding', 'day_1_when', 'The first day', 'text'),
  ('services', 'onboarding', 'day_1_description', 'Tell us what you sell, how orders arrive and what breaks easily. We price a typical month with you, line by line.', 'textarea'),
  ('services', 'onboarding', 'day_2_title', 'Your shop is connected', 'text'),
  ('services', 'onboarding', 'day_2_when', 'The days after', 'text'),
  ('services', 'onboarding', 'day_2_description', 'You give us access to each shop, and orders start to sync. Nothing ships from here yet.', 'textarea'),
  ('services', 'onboarding', 'day_3_title', 'We agree on the box', 'text'),
  ('services', 'onboarding', 'day_3_when', 'While your stock ships', 'text'),
  ('services', 'onboarding', 'day_3_description', 'For each product, you choose the box, the insert and the thank-you card.', 'textarea'),
  ('services', 'onboarding', 'day_4_title', 'Your stock arrives', 'text'),
  ('services', 'onboarding', 'day_4_when', 'The day it lands', 'text'),
  ('services', 'onboarding', 'day_4_description', 'We check in your first cartons. From then on, your shop shows what is really on the shelf.', 'textarea'),
  ('services', 'onboarding', 'day_5_title', 'Test orders go out', 'text'),
  ('services', 'onboarding', 'day_5_when', 'Before you switch', 'text'),
  ('services', 'onboarding', 'day_5_description', 'A few real orders go out, from your shop to a doorstep. We fix anything that isn''t right before the rest follow.', 'textarea'),
  ('services', 'onboarding', 'day_6_title', 'We ship every order', 'text'),
  ('services', 'onboarding', 'day_6_when', 'From then on', 'text'),
  ('services', 'onboarding', 'day_6_description', 'All your orders leave from our dock, and you go back to filming.', 'textarea'),
  ('services', 'cta', 'title', 'Tell us what''s in the box.', 'text'),
  ('services', 'cta', 'description', 'We''ll tell you how it ships and what each order costs. No order minimums, so you can start with one product.', 'textarea'),
  ('services', 'cta', 'primary_button', 'Plan Your Fulfillment', 'text'),
  ('services', 'cta', 'secondary_button', 'See Pricing', 'text'),
  ('sourcing', 'hero', 'title', 'Source the next drop before the trend moves on.', 'text'),
  ('sourcing', 'hero', 'subtitle', 'A restock, a better supplier or a product with your name on it. We find it, check it and bring it to the shelf it will ship from, for a flat project fee per SKU.', 'textarea'),
  ('sourcing', 'hero', 'button', 'Start a Sourcing Project', 'text'),
  ('sourcing', 'benefits', 'title', 'Why source with the people who ship it', 'text'),
  ('sourcing', 'benefits', 'card_1_title', 'One less handoff', 'text'),
  ('sourcing', 'benefits', 'card_1_description', 'The team that orders your stock also receives it. No carton sits at a forwarder while three companies ask whose it is.', 'textarea'),
  ('sourcing', 'benefits', 'card_2_title', 'Judged by a packer', 'text'),
  ('sourcing', 'benefits', 'card_2_description', 'We look at samples the way we look at returns. Will they survive the trip, fit the box and match what you said on camera?', 'textarea'),
  ('sourcing', 'benefits', 'card_3_title', 'A fee you know first', 'text'),
  ('sourcing', 'benefits', 'card_3_description', 'You approve the project fee before we contact a single supplier. It doesn''t grow with our hours.', 'textarea'),
  ('sourcing', 'benefits', 'card_4_title', 'Dates you can say out loud', 'text'),
  ('sourcing', 'benefits', 'card_4_description', 'You get a realistic arrival window before you promise a restock to a live audience. If it moves, you hear it from us first.', 'textarea'),
  ('sourcing', 'services', 'title', 'Six ways we help', 'text'),
  ('sourcing', 'services', 'description', 'Use all of them, or only the part you''d rather not do yourself.', 'textarea'),
  ('sourcing', 'services', 'service_1_title', 'Supplier Search', 'text'),
  ('sourcing', 'services', 'service_1_description', 'We shortlist suppliers who can make your product at your quantity, and tell you which one we''d pick.', 'textarea'),
  ('sourcing', 'services', 'service_2_title', 'Sample Review', 'text'),
  ('sourcing', 'services', 'service_2_description', 'Samples come to our bench. We check finish, fit and packaging, and send you photos before you commit.', 'textarea'),
  ('sourcing', 'services', 'service_3_title', 'Price Negotiation', 'text'),
  ('sourcing', 'services', 'service_3_description', 'We negotiate for the quantity you''ll actually order, and get the price in writing.', 'textarea'),
  ('sourcing', 'services', 'service_4_title', 'Quality Checks', 'text'),
  ('sourcing', 'services', 'service_4_description', 'We write a checklist with you and inspect stock against it, at the supplier and again at our dock.', 'textarea'),
  ('sourcing', 'services', 'service_5_title', 'Freight & Customs', 'text'),
  ('sourcing', 'services', 'service_5_description', 'We book the freight, handle the customs paperwork and keep you posted on where your cartons are.', 'textarea'),
  ('sourcing', 'services', 'service_6_title', 'Custom & Private Label', 'text'),
  ('sourcing', 'services', 'service_6_description', 'Your shade, your label, your box. We manage artwork and proofs until you''re happy to open it on camera.', 'textarea'),
  ('sourcing', 'process', 'title', 'From a saved clip to stock on the shelf', 'text'),
  ('sourcing', 'process', 'step_1_title', 'Brief', 'text'),
  ('sourcing', 'process', 'step_1_description', 'Send a link, a clip or a sketch, with the quantity and the unit cost you have in mind.', 'textarea'),
  ('sourcing', 'process', 'step_2_title', 'Quote', 'text'),
  ('sourcing', 'process', 'step_2_description', 'We send you the project fee and a realistic timeline. Nothing starts until you say yes.', 'textarea'),
  ('sourcing', 'process', 'step_3_title', 'Search', 'text'),
  ('sourcing', 'process', 'step_3_description', 'We talk to suppliers, compare what they offer and show you the shortlist side by side.', 'textarea'),
  ('sourcing', 'process', 'step_4_title', 'Sample', 'text'),
  ('sourcing', 'process', 'step_4_description', 'After our check, it goes to you to test and film. Changes are cheap now and expensive later.', 'textarea'),
  ('sourcing', 'process', 'step_5_title', 'Produce', 'text'),
  ('sourcing', 'process', 'step_5_description', 'We place the order, follow production and inspect the stock before it is loaded.', 'textarea'),
  ('sourcing', 'process', 'step_6_title', 'Receive', 'text'),
  ('sourcing', 'process', 'step_6_description', 'Your stock reaches our dock, is counted and can ship with your next order.', 'textarea'),
  ('sourcing', 'pricing', 'title', 'How sourcing is priced', 'text'),
  ('sourcing', 'pricing', 'note_1_title', 'Flat project fee', 'text'),
  ('sourcing', 'pricing', 'note_1_description', 'Sourcing is a flat project fee per SKU, set by complexity: a restock costs less than a custom product. The fee doesn''t change after you agree to it. Goods and freight are listed separately, so you can see what each part costs.', 'textarea'),
  ('sourcing', 'pricing', 'note_2_title', 'Bundle pricing', 'text'),
  ('sourcing', 'pricing', 'note_2_description', 'Sourcing several SKUs for one drop? You get one fee for all of them, quoted together with the kitting.', 'textarea'),
  ('sourcing', 'faqs', 'title', 'Before you announce a date', 'text'),
  ('sourcing', 'faqs', 'timeline_title', 'Weeks to expect', 'text'),
  ('sourcing', 'faqs', 'route_1_label', 'Local', 'text'),
  ('sourcing', 'faqs', 'route_2_label', 'Overseas, in stock', 'text'),
  ('sourcing', 'faqs', 'route_3_label', 'Custom', 'text'),
  ('sourcing', 'faqs', 'faq_1_question', 'How long does it take to source a product?', 'text'),
  ('sourcing', 'faqs', 'faq_1_answer', 'Local suppliers take 2-4 weeks. Overseas products that are already in stock take 4-6 weeks. We tell you which of these your product can take before you agree to the project fee.', 'textarea'),
  ('sourcing', 'faqs', 'faq_2_question', 'What if I want something custom?', 'text'),
  ('sourcing', 'faqs', 'faq_2_answer', 'Plan for 10-16+ weeks for samples, changes, production and freight. Start well before the season you''re selling into.', 'textarea'),
  ('sourcing', 'cta', 'title', 'What does your audience keep asking for?', 'text'),
  ('sourcing', 'cta', 'description', 'Send us the comment you see most. We''ll tell you what it takes to stock it.', 'textarea'),
  ('sourcing', 'cta', 'button', 'Talk to Sourcing', 'text'),
  ('why-us', 'hero', 'title', 'We run the part of the show nobody films.', 'text'),
  ('why-us', 'hero', 'subtitle', 'Nobody posts a clip of a parcel that left on time. They post the late ones. Here''s why sellers leave the shipping to us.', 'textarea'),
  ('why-us', 'reasons', 'title', 'Six reasons to hand over the tape gun', 'text'),
  ('why-us', 'reasons', 'reason_1_title', 'A spike is a normal day', 'text'),
  ('why-us', 'reasons', 'reason_1_description', 'Tell us when you go live or when a creator posts. We bring the stock forward and set up the benches before the first order comes in.', 'textarea'),
  ('why-us', 'reasons', 'reason_2_title', 'We watch the dispatch clock', 'text'),
  ('why-us', 'reasons', 'reason_2_description', 'A late-dispatch penalty can bury a listing that took months to rank. Deadlines are on the pick list, and orders ship within 24-48 hours.', 'textarea'),
  ('why-us', 'reasons', 'reason_3_title', 'No order minimums', 'text'),
  ('why-us', 'reasons', 'reason_3_description', 'A slow month costs you storage and the orders that shipped. Nothing is added to reach a minimum.', 'textarea'),
  ('why-us', 'reasons', 'reason_4_title', 'Rates you can check', 'text'),
  ('why-us', 'reasons', 'reason_4_description', 'Storage, picking, extra items and returns have their rates on our pricing page. Your invoice lists them by the same names.', 'textarea'),
  ('why-us', 'reasons', 'reason_5_title', 'The right shade in the box', 'text'),
  ('why-us', 'reasons', 'reason_5_description', 'We pack at 99.8% accuracy, because the wrong color doesn''t just come back. It gets a video of its own.', 'textarea'),
  ('why-us', 'reasons', 'reason_6_title', 'Someone near the shelf answers', 'text'),
  ('why-us', 'reasons', 'reason_6_description', 'Ask where a carton is and you get a person who can walk over and look. Responses typically within 2-4 hours in business hours.', 'textarea'),
  ('why-us', 'stats', 'title', 'Four numbers we answer for', 'text'),
  ('why-us', 'stats', 'stat_1_value', '70,000+', 'text'),
  ('why-us', 'stats', 'stat_1_label', 'orders in 12 months', 'text'),
  ('why-us', 'stats', 'stat_1_evidence', '', 'text'),
  ('why-us', 'stats', 'stat_2_value', '24-48hr', 'text'),
  ('why-us', 'stats', 'stat_2_label', 'fulfillment', 'text'),
  ('why-us', 'stats', 'stat_2_evidence', '', 'text'),
  ('why-us', 'stats', 'stat_3_value', '99.8%', 'text'),
  ('why-us', 'stats', 'stat_3_label', 'accuracy', 'text'),
  ('why-us', 'stats', 'stat_3_evidence', '', 'text'),
  ('why-us', 'stats', 'stat_4_value', '$0', 'text'),
  ('why-us', 'stats', 'stat_4_label', 'hidden fees', 'text'),
  ('why-us', 'stats', 'stat_4_evidence', '', 'text'),
  ('why-us', 'guarantee', 'title', 'If we miss, we pay', 'text'),
  ('why-us', 'guarantee', 'promise_label', 'What we promise', 'text'),
  ('why-us', 'guarantee', 'promise_description', 'Your order leaves our dock within 24-48 hours, with what was ordered in the box.', 'textarea'),
  ('why-us', 'guarantee', 'amount_label', 'What we pay', 'text'),
  ('why-us', 'guarantee', 'amount_value', '', 'text'),
  ('why-us', 'guarantee', 'amount_description', '', 'textarea'),
  ('why-us', 'guarantee', 'claim_label', 'How to claim', 'text'),
  ('why-us', 'guarantee', 'claim_description', 'Send us the order number by email or phone. We look into it and answer, typically within 2-4 hours in business hours.', 'textarea'),
  ('why-us', 'guarantee', 'signed_name', '', 'text'),
  ('why-us', 'trust', 'title', 'Trust is built in the dull parts', 'text'),
  ('why-us', 'trust', 'description', 'You''re handing us your stock, your reviews and your shop''s standing. This is how we look after them.', 'textarea'),
  ('why-us', 'trust', 'point_1_title', 'You see what we see', 'text'),
  ('why-us', 'trust', 'point_1_description', 'Stock levels and tracking go back to your shop. You never have to ask how many are left before you go live.', 'textarea'),
  ('why-us', 'trust', 'point_2_title', 'Bad news comes from us', 'text'),
  ('why-us', 'trust', 'point_2_description', 'A crushed carton, a short count, a label that won''t scan. We tell you with photos, before a customer does.', 'textarea'),
  ('why-us', 'trust', 'point_3_title', 'Your name is on the box', 'text'),
  ('why-us', 'trust', 'point_3_description', 'Your packaging, your inserts, your thank-you card. Customers see your brand, not ours.', 'textarea'),
  ('why-us', 'people', 'title', 'Who packs your boxes', 'text'),
  ('why-us', 'people', 'description', 'Not a call center. These people pick, pack and load your orders.', 'textarea'),
  ('why-us', 'people', 'place_label', 'Find us at', 'text'),
  ('why-us', 'cta', 'title', 'Keep filming. We''ve got the boxes.', 'text'),
  ('why-us', 'cta', 'description', 'Tell us about your hardest product to pack. We''ll tell you how we''d do it.', 'textarea'),
  ('why-us', 'cta', 'button', 'Talk to Us', 'text'),
  ('pricing', 'hero', 'title', 'Our rates, on one page.', 'text'),
  ('pricing', 'hero', 'subtitle', 'What it costs to store, pick, pack and take back your products. No order minimums and no hidden fees.', 'textarea'),
  ('pricing', 'benefits', 'banner_title', 'Free storage after 100 orders per month', 'text'),
  ('pricing', 'benefits', 'banner_description', 'Ship 100+ orders in a month and the $2.00 per cubic foot is waived. Your busiest months come with free shelves.', 'textarea'),
  ('pricing', 'benefits', 'title', 'Included at every size', 'text'),
  ('pricing', 'benefits', 'benefit_1_text', 'No order minimums, in any month', 'text'),
  ('pricing', 'benefits', 'benefit_2_text', 'Orders shipped within 24-48 hours', 'text'),
  ('pricing', 'benefits', 'benefit_3_text', '99.8% order accuracy', 'text'),
  ('pricing', 'benefits', 'benefit_4_text', 'Onboarding in about 1-2 weeks', 'text'),
  ('pricing', 'benefits', 'benefit_5_text', 'Shop orders and stock levels kept in sync', 'text'),
  ('pricing', 'benefits', 'benefit_6_text', '$0 hidden fees on the invoice', 'text'),
  ('pricing', 'estimate', 'title', 'What would your month cost?', 'text'),
  ('pricing', 'estimate', 'description', 'Put in last month''s figures. Every line comes from a rate above.', 'textarea'),
  ('pricing', 'estimate', 'note', 'An estimate, not an offer. Your invoice counts what we stored, packed and shipped.', 'textarea'),
  ('pricing', 'estimate', 'send_button', 'Send me this estimate', 'text'),
  ('pricing', 'invoice', 'title', 'What the invoice looks like', 'text'),
  ('pricing', 'invoice', 'description', 'A sample month at the rates above. Yours has the same lines, with your numbers on them.', 'textarea'),
  ('pricing', 'invoice', 'customer_name', 'Your shop', 'text'),
  ('pricing', 'invoice', 'note', 'These are the rates from the price list. Ask about any line.', 'textarea'),
  ('pricing', 'cta', 'title', 'Rather talk it through?', 'text'),
  ('pricing', 'cta', 'description', 'Call us with last month''s orders in front of you. We''ll price them together, line by line.', 'textarea'),
  ('pricing', 'cta', 'phone_button', 'Call', 'text'),
  ('pricing', 'cta', 'secondary_button', 'Schedule a Call', 'text'),
  ('contact', 'hero', 'title', 'Let''s Map Your Fulfillment Plan', 'text'),
  ('contact', 'hero', 'subtitle', 'Tell us what you sell and how your orders arrive. You''ll talk with someone who knows the warehouse floor. Onboarding takes about 1-2 weeks from there.', 'textarea'),
  ('contact', 'contact_form', 'title', 'Get Started Today', 'text'),
  ('contact', 'contact_form', 'description', 'A few lines are enough. We''ll ask about the rest.', 'textarea'),
  ('contact', 'contact_form', 'submit_button', 'Send Message', 'text'),
  ('contact', 'contact_form', 'note', 'We use your details to answer you, and for nothing else.', 'text'),
  ('contact', 'contact_form', 'fields_config', '{
  "fields": [
    {
      "name": "name",
      "label": "Your name",
      "placeholder": "First and last name",
      "required": true
    },
    {
      "name": "email",
      "label": "Email",
      "placeholder": "you@yourshop.com",
      "required": true
    },
    {
      "name": "business_name",
      "label": "Shop or business name",
      "placeholder": "As customers know it",
      "required": false
    },
    {
      "name": "monthly_volume",
      "label": "Monthly order volume",
      "placeholder": "Choose a range",
      "help": "A normal month, not your best one.",
      "required": true,
      "choices": [
        {
          "value": "0-50",
          "label": "0-50 orders/month"
        },
        {
          "value": "51-100",
          "label": "51-100 orders/month"
        },
        {
          "value": "101-500",
          "label": "101-500 orders/month"
        },
        {
          "value": "501-1000",
          "label": "501-1000 orders/month"
        },
        {
          "value": "1000+",
          "label": "1000+ orders/month"
        }
      ]
    },
    {
      "name": "platforms",
      "label": "Where you sell",
      "help": "Choose all that apply.",
      "required": true,
      "choices": [
        {
          "value": "TikTok Shop",
          "label": "TikTok Shop"
        },
        {
          "value": "Shopify",
          "label": "Shopify"
        },
        {
          "value": "Amazon",
          "label": "Amazon"
        },
        {
          "value": "Etsy",
          "label": "Etsy"
        },
        {
          "value": "WooCommerce",
          "label": "WooCommerce"
        },
        {
          "value": "Other",
          "label": "Other"
        }
      ]
    },
    {
      "name": "message",
      "label": "What should we know?",
      "placeholder": "What you sell, how big your last spike was, anything fragile or oversized",
      "required": false
    }
  ]
}', 'json'),
  ('contact', 'contact_info', 'title', 'Contact Information', 'text'),
  ('contact', 'contact_info', 'email_label', 'Email', 'text'),
  ('contact', 'contact_info', 'phone_label', 'Phone', 'text'),
  ('contact', 'contact_info', 'website_label', 'Website', 'text'),
  ('contact', 'contact_info', 'address_label', 'Address', 'text'),
  ('contact', 'business_hours', 'title', 'Business Hours', 'text'),
  ('contact', 'business_hours', 'day_1_label', 'Monday-Friday', 'text'),
  ('contact', 'business_hours', 'day_1_hours', '8:00 AM - 6:00 PM PST', 'text'),
  ('contact', 'business_hours', 'day_2_label', 'Saturday', 'text'),
  ('contact', 'business_hours', 'day_2_hours', '9:00 AM - 2:00 PM PST', 'text'),
  ('contact', 'business_hours', 'day_3_label', 'Sunday', 'text'),
  ('contact', 'business_hours', 'day_3_hours', 'Closed', 'text'),
  ('contact', 'business_hours', 'response_description', 'Responses typically within 2-4 hours in business hours.', 'textarea'),
  ('contact', 'business_hours', 'open_label', 'Open now', 'text'),
  ('contact', 'business_hours', 'closed_label', 'Closed now', 'text'),
  ('contact', 'onboarding_call', 'title', 'Schedule Your Onboarding Call', 'text'),
  ('contact', 'onboarding_call', 'description', 'Pick a time that fits around filming. Bring your product list and the numbers from your busiest week.', 'textarea'),
  ('contact', 'onboarding_call', 'calendly_url', 'https://calendly.com/evergreen-fulfillment-example/onboarding-call', 'url'),
  ('contact', 'onboarding_call', 'fallback_description', 'The calendar didn''t load. You can pick a time on the scheduling page instead.', 'textarea'),
  ('contact', 'onboarding_call', 'fallback_button', 'Open the Calendar', 'text'),
  ('contact', 'cta_section', 'card_title', 'Ready to Scale?', 'text'),
  ('contact', 'cta_section', 'card_description', 'Talk with us about a launch, a live sale or a move from another warehouse.', 'textarea'),
  ('contact', 'cta_section', 'schedule_button', 'Schedule a Call', 'text'),
  ('contact', 'cta_section', 'pricing_button', 'Get Pricing', 'text'),
  ('contact', 'cta_section', 'banner_title', 'Let''s get your boxes moving.', 'text'),
  ('contact', 'cta_section', 'banner_description', 'Pick a time to talk, or look at our prices first.', 'textarea')
on conflict (page_name, section_name, content_key) do nothing;

insert into public.pricing_items (service_name, rate, description, low, high, charged_per, display_order, is_active)
select * from (values
  ('Storage', '$2.00 per cubic foot per month', 'Waived at 100+ orders per month.', 2, 2, 'cubic foot a month', 0, true),
  ('Pick & Pack', '$1.00-$5.00 per order', 'First item picked, checked and packed. Size and care decide where in the range it falls.', 1, 5, 'order', 1, true),
  ('Extra Items', '$0.40-$1.00 per item', 'Each additional item in the same order.', 0.4, 1, 'further item', 2, true),
  ('Returns', '$20 per month, flat', 'Opened, inspected, and restocked when they can sell again.', 20, 20, 'month with returns', 3, true),
  ('Receiving', 'At cost, no markup', 'Cartons unloaded, counted and shelved, billed at what the labor costs us.', null, null, null, 4, true),
  ('Packaging', 'At cost, no markup', 'Mailers, boxes and fill at our purchase price. Or send us your own.', null, null, null, 5, true),
  ('Postage', 'At cost, no markup', 'The carrier''s price for each label, as the carrier bills it.', null, null, null, 6, true),
  ('Kitting & Bundling', 'Quoted per bundle', 'Sets built ahead of a drop and stored as one SKU.', null, null, null, 7, true),
  ('Sourcing', 'Flat project fee per SKU', 'Set by complexity and agreed before we start.', null, null, null, 8, true),
  ('Order Minimum', 'None', 'Ship one order or every order. You pay for the ones that leave.', 0, 0, 'month', 9, true)
) as seed (service_name, rate, description, low, high, charged_per, display_order, is_active)
where not exists (select from public.pricing_items);

insert into public.services (title, description, icon_name, display_order, is_active)
select * from (values
  ('Pick & Pack', 'From a single lip oil to a six-piece set, picked, checked and packed to ship within 24-48 hours. $1.00-$5.00 per order.', 'Package', 1, true),
  ('Storage & Inventory', 'Counted on arrival and shelved by SKU, with one stock count for every shop you run. $2.00 per cubic foot per month, waived at 100+ orders per month.', 'Boxes', 2, true),
  ('Returns', 'Impulse buys come back. We open, inspect and restock what can sell again, and set the rest aside for your decision. Flat $20 per month.', 'RotateCcw', 3, true),
  ('Kitting & Bundling', 'Gift sets, two-packs and limited-edition boxes, built before you go live. We send creator samples too, with your note card.', 'Settings', 4, true),
  ('Sourcing', 'We find the supplier, check the samples and bring the stock in, for a flat project fee per SKU, set by complexity.', 'Truck', 5, true)
) as seed (title, description, icon_name, display_order, is_active)
where not exists (select from public.services);

insert into public.faq_items (question, answer, topic, display_order, is_active)
select * from (values
  ('How fast do my orders ship?', 'Within 24-48 hours on working days. Orders sync from your shop as they come in, the oldest ship first, and tracking goes back to the platform.', 'Shipping', 0, true),
  ('What happens when a video takes off overnight?', 'We see the spike when you do. We move that product next to the packing benches and warn you before a SKU runs out. If you know the date of a live or a creator post, tell us and we''ll be ready.', 'Shipping', 1, true),
  ('Can you protect me from late-dispatch penalties?', 'The rules are the platform''s, but we work to its deadlines. They''re on every pick list, and tracking goes back as soon as a parcel is scanned. From you, we need stock on our shelves before the sale starts.', 'Shipping', 2, true),
  ('Is there an order minimum?', 'No. There are no order minimums, not in your first month and not in a slow one.', 'Cost', 3, true),
  ('What will it cost me?', 'Pick and pack is $1.00-$5.00 per order, and each extra item adds $0.40-$1.00. Storage is $2.00 per cubic foot per month, waived at 100+ orders per month. Returns are a flat $20 per month. Postage depends on weight, destination and whether your marketplace supplies the label, so we go through it with you before you send stock.', 'Cost', 4, true),
  ('How long does onboarding take?', 'About 1-2 weeks. We connect your shop, agree on how each product is packed, receive your first cartons and send test orders before we switch the rest over.', 'Getting started', 5, true),
  ('Which platforms do you work with?', 'TikTok Shop, Shopify, Amazon, Etsy and WooCommerce. If you sell somewhere else, ask us. One stock count serves all of them, so a rush in one shop doesn''t oversell another.', 'Getting started', 6, true),
  ('How do you handle returns?', 'We open each return, inspect it and restock what can sell again. If we''re not sure, we send you a photo and you decide. It''s a flat $20 per month.', 'Services', 7, true),
  ('Can you build bundles and send creator samples?', 'Yes. We build sets before a drop, so each one ships as a single item. For samples, send us the creators'' addresses and the note you want in the box.', 'Services', 8, true),
  ('Can you find a product for me?', 'Yes, for a flat project fee per SKU, set by complexity. Local sourcing takes 2-4 weeks, overseas products in stock 4-6 weeks and custom products 10-16+ weeks. The stock arrives at the warehouse it ships from.', 'Services', 9, true)
) as seed (question, answer, topic, display_order, is_active)
where not exists (select from public.faq_items);

insert into public.testimonials (quote, author_name, author_title, author_company, display_order, is_active, featured)
select * from (values
  ('The clip went up on a Sunday and I woke up to more orders than I had tape. Evergreen had the first trays packed before I finished my coffee. I spent that week filming, not apologizing.', 'Maren Okafor', 'Founder', 'Halfmoon Nail Studio', 0, true, true),
  ('We run a live every Thursday. I send the lineup the day before, they build the bundles, and on Friday my dispatch numbers are boring. Boring is exactly what I pay for.', 'Tobias Renner', 'Owner', 'Tuckaway Kitchen Goods', 1, true, false),
  ('They called about a leaking pump on one pallet before a single bottle went out. That call saved my reviews, and probably the product.', 'Priya Castellanos', 'Co-founder', 'Saltmarsh Bath Co.', 2, true, false),
  ('Returns used to pile up in my hallway. Now they''re checked, counted and back in stock before I could have opened the box.', 'Dex Holloway', 'Founder', 'Brindle Pet Supply', 3, true, false)
) as seed (quote, author_name, author_title, author_company, display_order, is_active, featured)
where not exists (select from public.testimonials);
