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
  ('confirmation_text', 'Thank you for writing to us. We have your message and will answer it within business hours.

If you did not write to us, someone typed your address by mistake: do nothing, and you will not hear from us again.', 'textarea', 'Text of the confirmation email. It doesn''t quote the visitor''s message.'),
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
  ('home', 'hero', 'subtitle', 'Short-video orders never arrive evenly. Evergreen stores, packs and ships your products within 24-48 hours, on the quiet Tuesdays and on the day a clip takes off.', 'textarea'),
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
  ('home', 'features', 'description', 'A good video finds the weak spot in your back room. We look after these three before it posts.', 'textarea'),
  ('home', 'features', 'card_1_title', 'The dispatch clock', 'text'),
  ('home', 'features', 'card_1_description', 'Every late dispatch counts against your shop. We work the queue oldest order first and ship within 24-48 hours, so a great night stays a great night.', 'textarea'),
  ('home', 'features', 'card_2_title', 'The slow weeks between', 'text'),
  ('home', 'features', 'card_2_description', 'Nobody trends every week. With no order minimums, a slow month costs storage and the orders that ship. In a busy one, storage is waived at 100+ orders per month.', 'textarea'),
  ('home', 'features', 'card_3_title', 'The bundle you promised on camera', 'text'),
  ('home', 'features', 'card_3_description', 'Tell us what''s in the set and we kit it ahead of the drop. When the orders land, a bundle is one pick from one shelf.', 'textarea'),
  ('home', 'about', 'title', 'A warehouse that expects the jump', 'text'),
  ('home', 'about', 'description', 'Evergreen Fulfillment is a 3PL for sellers on short-video shopping marketplaces. Your sales don''t climb a neat curve. They sit still, a creator posts, and a week of orders lands before lunch.', 'textarea'),
  ('home', 'about', 'detail_description', 'So we run the floor for that morning. Stock is counted in when it arrives. Orders sync from your shop as they come in. Creator samples leave from the same benches as customer orders, and good returns go back on the shelf while the product is still selling.', 'textarea'),
  ('home', 'about', 'button', 'See What We Do', 'text'),
  ('home', 'testimonial', 'title', 'What sellers say', 'text'),
  ('home', 'testimonial', 'quote', 'The clip went up on a Sunday and I woke up to more orders than I had tape. Evergreen had the first trays packed before I finished my coffee. I spent that week filming, not apologizing.', 'textarea'),
  ('home', 'testimonial', 'author_name', 'Maren Okafor', 'text'),
  ('home', 'testimonial', 'author_title', 'Founder', 'text'),
  ('home', 'testimonial', 'author_company', 'Halfmoon Nail Studio', 'text'),
  ('home', 'testimonial', 'stat_1_value', '70,000+', 'text'),
  ('home', 'testimonial', 'stat_1_label', 'orders in 12 months', 'text'),
  ('home', 'testimonial', 'stat_2_value', '24-48hr', 'text'),
  ('home', 'testimonial', 'stat_2_label', 'fulfillment', 'text'),
  ('home', 'testimonial', 'stat_3_value', '$0', 'text'),
  ('home', 'testimonial', 'stat_3_label', 'order minimums', 'text'),
  ('home', 'cta', 'title', 'The next one could post tonight.', 'text'),
  ('home', 'cta', 'description', 'Tell us what you sell, where you sell it and what your biggest day looked like. We''ll show you how it would have shipped.', 'textarea'),
  ('home', 'cta', 'button', 'Talk to Us', 'text'),
  ('services', 'hero', 'title', 'Everything between the dock and the doorstep.', 'text'),
  ('services', 'hero', 'subtitle', 'Five services, one team, one stock count. Start with the ones you need and add the rest when a product earns it.', 'textarea'),
  ('services', 'services', 'title', 'What we take off your kitchen table', 'text'),
  ('services', 'services', 'description', 'Each service stands on its own. Together they cover a product from the first sample to the last return.', 'textarea'),
  ('services', 'process', 'title', 'The same six steps for one order or a full queue', 'text'),
  ('services', 'process', 'description', 'The route never changes when a video takes off. That''s what keeps it quick.', 'textarea'),
  ('services', 'process', 'step_1_title', 'Receive', 'text'),
  ('services', 'process', 'step_1_description', 'Your cartons reach our dock. We count them against your packing list and tell you about any difference before the stock goes on sale.', 'textarea'),
  ('services', 'process', 'step_2_title', 'Store', 'text'),
  ('services', 'process', 'step_2_description', 'Every SKU gets its own labeled place. What sells fastest sits closest to the packing benches.', 'textarea'),
  ('services', 'process', 'step_3_title', 'Sync', 'text'),
  ('services', 'process', 'step_3_description', 'Your shop connects to our system. Orders flow in, stock levels flow back, and your shop shows sold out when the shelf is empty.', 'textarea'),
  ('services', 'process', 'step_4_title', 'Pick', 'text'),
  ('services', 'process', 'step_4_description', 'Orders are gathered shelf by shelf, oldest first, with the dispatch deadline on the pick list.', 'textarea'),
  ('services', 'process', 'step_5_title', 'Pack', 'text'),
  ('services', 'process', 'step_5_description', 'Shade, size and count are checked against the order. Then your insert goes in and the box is closed.', 'textarea'),
  ('services', 'process', 'step_6_title', 'Ship', 'text'),
  ('services', 'process', 'step_6_description', 'Parcels leave within 24-48 hours. Tracking goes back to your shop, so the order reads as dispatched.', 'textarea'),
  ('services', 'onboarding', 'title', 'From the first call to your first parcel', 'text'),
  ('services', 'onboarding', 'description', 'About 1-2 weeks in all. This is what happens on the way.', 'textarea'),
  ('services', 'onboarding', 'day_1_title', 'A call about your month', 'text'),
  ('services', 'onboarding', 'day_1_when', 'The first day', 'text'),
  ('services', 'onboarding', 'day_1_description', 'What you sell, how orders arrive, what breaks. You talk with someone who knows the floor, and we price it together, line by line.', 'textarea'),
  ('services', 'onboarding', 'day_2_title', 'Your shop is connected', 'text'),
  ('services', 'onboarding', 'day_2_when', 'The days after', 'text'),
  ('services', 'onboarding', 'day_2_description', 'Orders flow in and stock levels flow back, for every shop that sells from the same shelf.', 'textarea'),
  ('services', 'onboarding', 'day_3_title', 'We agree on the box', 'text'),
  ('services', 'onboarding', 'day_3_when', 'While cartons travel', 'text'),
  ('services', 'onboarding', 'day_3_description', 'Product by product: which box, which insert, which thank-you card. To the person who opens it, there is only your brand.', 'textarea'),
  ('services', 'onboarding', 'day_4_title', 'Counted in', 'text'),
  ('services', 'onboarding', 'day_4_when', 'The day they land', 'text'),
  ('services', 'onboarding', 'day_4_description', 'We count your first cartons against the packing list, tell you about any difference, and give each SKU its labeled place.', 'textarea'),
  ('services', 'onboarding', 'day_5_title', 'Test orders go out', 'text'),
  ('services', 'onboarding', 'day_5_when', 'Before you switch', 'text'),
  ('services', 'onboarding', 'day_5_description', 'A few orders go all the way, from your shop to a doorstep. We fix what isn''t right before the rest follow.', 'textarea'),
  ('services', 'onboarding', 'day_6_title', 'The rest follows', 'text'),
  ('services', 'onboarding', 'day_6_when', 'From then on', 'text'),
  ('services', 'onboarding', 'day_6_description', 'Every order comes to us and ships within 24-48 hours. You go back to filming.', 'textarea'),
  ('services', 'cta', 'title', 'Tell us what''s in the box.', 'text'),
  ('services', 'cta', 'description', 'We''ll tell you how it ships and what each order costs. No order minimums, so you can start with one product.', 'textarea'),
  ('services', 'cta', 'primary_button', 'Plan Your Fulfillment', 'text'),
  ('services', 'cta', 'secondary_button', 'See Pricing', 'text'),
  ('sourcing', 'hero', 'title', 'Source the next drop before the trend moves on.', 'text'),
  ('sourcing', 'hero', 'subtitle', 'A restock, a better supplier or a product with your name on it. We find it, check it and bring it to the shelf it will ship from, for a flat project fee per SKU.', 'textarea'),
  ('sourcing', 'hero', 'button', 'Start a Sourcing Project', 'text'),
  ('sourcing', 'benefits', 'title', 'Why source with the people who ship it', 'text'),
  ('sourcing', 'benefits', 'card_1_title', 'One handoff fewer', 'text'),
  ('sourcing', 'benefits', 'card_1_description', 'The team that orders your stock also receives it. No carton sits at a forwarder while three companies ask whose it is.', 'textarea'),
  ('sourcing', 'benefits', 'card_2_title', 'Judged by a packer', 'text'),
  ('sourcing', 'benefits', 'card_2_description', 'We look at samples the way we look at returns. Will it survive the trip, fit the box and match what you said on camera?', 'textarea'),
  ('sourcing', 'benefits', 'card_3_title', 'A fee you know first', 'text'),
  ('sourcing', 'benefits', 'card_3_description', 'One flat project fee per SKU, set by its complexity. You agree to it before we contact a single supplier.', 'textarea'),
  ('sourcing', 'benefits', 'card_4_title', 'Dates you can say out loud', 'text'),
  ('sourcing', 'benefits', 'card_4_description', 'You get a realistic arrival window before you promise a restock to a live audience. If it moves, you hear it from us first.', 'textarea'),
  ('sourcing', 'services', 'title', 'Six ways we help', 'text'),
  ('sourcing', 'services', 'description', 'Take the whole path or only the part you''d rather not do alone.', 'textarea'),
  ('sourcing', 'services', 'service_1_title', 'Supplier Search', 'text'),
  ('sourcing', 'services', 'service_1_description', 'We shortlist suppliers who can make your product at your quantity, and say plainly which one we would pick.', 'textarea'),
  ('sourcing', 'services', 'service_2_title', 'Sample Review', 'text'),
  ('sourcing', 'services', 'service_2_description', 'Samples come to our bench. We check finish, fit and packaging, and send you photos before you commit.', 'textarea'),
  ('sourcing', 'services', 'service_3_title', 'Price Negotiation', 'text'),
  ('sourcing', 'services', 'service_3_description', 'We ask for a price at the quantity you''ll really order, and get the answer in writing.', 'textarea'),
  ('sourcing', 'services', 'service_4_title', 'Quality Checks', 'text'),
  ('sourcing', 'services', 'service_4_description', 'Stock is inspected against a list we write with you, before it leaves the supplier and again at our dock.', 'textarea'),
  ('sourcing', 'services', 'service_5_title', 'Freight & Customs', 'text'),
  ('sourcing', 'services', 'service_5_description', 'We book the route, handle the paperwork and tell you where your cartons are without being asked.', 'textarea'),
  ('sourcing', 'services', 'service_6_title', 'Custom & Private Label', 'text'),
  ('sourcing', 'services', 'service_6_description', 'Your shade, your label, your box. We carry artwork and proofs through to a unit you''re happy to open on camera.', 'textarea'),
  ('sourcing', 'process', 'title', 'From a saved clip to stock on the shelf', 'text'),
  ('sourcing', 'process', 'step_1_title', 'Brief', 'text'),
  ('sourcing', 'process', 'step_1_description', 'Send a link, a clip or a sketch, with the quantity and the unit cost you have in mind.', 'textarea'),
  ('sourcing', 'process', 'step_2_title', 'Quote', 'text'),
  ('sourcing', 'process', 'step_2_description', 'We answer with a flat project fee and a realistic timeline. Nothing starts until you say yes.', 'textarea'),
  ('sourcing', 'process', 'step_3_title', 'Search', 'text'),
  ('sourcing', 'process', 'step_3_description', 'We talk to suppliers, compare what they offer and show you the shortlist side by side.', 'textarea'),
  ('sourcing', 'process', 'step_4_title', 'Sample', 'text'),
  ('sourcing', 'process', 'step_4_description', 'You hold it, test it and film it. Changes are cheap now and expensive later, so we ask twice.', 'textarea'),
  ('sourcing', 'process', 'step_5_title', 'Produce', 'text'),
  ('sourcing', 'process', 'step_5_description', 'We place the order, follow production and inspect before anything is loaded.', 'textarea'),
  ('sourcing', 'process', 'step_6_title', 'Land', 'text'),
  ('sourcing', 'process', 'step_6_description', 'Stock reaches our dock, is counted in and can ship with your next order.', 'textarea'),
  ('sourcing', 'pricing', 'title', 'How sourcing is priced', 'text'),
  ('sourcing', 'pricing', 'note_1_title', 'Flat project fee', 'text'),
  ('sourcing', 'pricing', 'note_1_description', 'Sourcing is a flat project fee per SKU, set by complexity. Restocking a product that already exists sits at one end, making a custom one at the other. Goods and freight are listed separately, so you can see what each part costs.', 'textarea'),
  ('sourcing', 'pricing', 'note_2_title', 'Bundle pricing', 'text'),
  ('sourcing', 'pricing', 'note_2_description', 'Sourcing several SKUs for one drop? We price them as a bundle, and quote the kitting with it when the set ships from our floor.', 'textarea'),
  ('sourcing', 'faqs', 'title', 'Before you announce a date', 'text'),
  ('sourcing', 'faqs', 'faq_1_question', 'How long does it take to source a product?', 'text'),
  ('sourcing', 'faqs', 'faq_1_answer', 'Local suppliers take 2-4 weeks. Overseas products that are already in stock take 4-6 weeks. We confirm which route yours can take before you pay the project fee.', 'textarea'),
  ('sourcing', 'faqs', 'faq_2_question', 'What if I want something custom?', 'text'),
  ('sourcing', 'faqs', 'faq_2_answer', 'Plan for 10-16+ weeks. Samples, changes, production and freight each take their share. Start before the season you''re selling into, not during it.', 'textarea'),
  ('sourcing', 'cta', 'title', 'What does your audience keep asking for?', 'text'),
  ('sourcing', 'cta', 'description', 'Send us the comment you see most. We''ll tell you what it takes to stock it.', 'textarea'),
  ('sourcing', 'cta', 'button', 'Talk to Sourcing', 'text'),
  ('why-us', 'hero', 'title', 'We run the part of the show nobody films.', 'text'),
  ('why-us', 'hero', 'subtitle', 'No one posts a clip of a parcel that left on time. They post the other kind. Here''s why sellers hand us the quiet half of the work.', 'textarea'),
  ('why-us', 'reasons', 'title', 'Six reasons to hand over the tape gun', 'text'),
  ('why-us', 'reasons', 'reason_1_title', 'A spike is a normal day', 'text'),
  ('why-us', 'reasons', 'reason_1_description', 'Tell us when you go live or when a creator posts. We bring the stock forward and set up the benches before the first order lands.', 'textarea'),
  ('why-us', 'reasons', 'reason_2_title', 'We watch the dispatch clock', 'text'),
  ('why-us', 'reasons', 'reason_2_description', 'A late-dispatch penalty can bury a listing that took months to rank. Deadlines are on the pick list, and orders ship within 24-48 hours.', 'textarea'),
  ('why-us', 'reasons', 'reason_3_title', 'No order minimums', 'text'),
  ('why-us', 'reasons', 'reason_3_description', 'Ship one order in a slow month, or none. You pay for your storage and for the orders that ship, and storage is free at 100+ orders per month.', 'textarea'),
  ('why-us', 'reasons', 'reason_4_title', 'Rates you can check', 'text'),
  ('why-us', 'reasons', 'reason_4_description', 'Storage, picking, extra items and returns are on our pricing page. The invoice uses the same words and the same numbers.', 'textarea'),
  ('why-us', 'reasons', 'reason_5_title', 'The right shade in the box', 'text'),
  ('why-us', 'reasons', 'reason_5_description', 'We pack at 99.8% accuracy, because the wrong color doesn''t just come back. It gets a video of its own.', 'textarea'),
  ('why-us', 'reasons', 'reason_6_title', 'Someone near the shelf answers', 'text'),
  ('why-us', 'reasons', 'reason_6_description', 'Ask where a carton is and you get a person who can walk over and look. Responses typically within 2-4 hours in business hours.', 'textarea'),
  ('why-us', 'stats', 'title', 'Four numbers we answer for', 'text'),
  ('why-us', 'stats', 'stat_1_value', '70,000+', 'text'),
  ('why-us', 'stats', 'stat_1_label', 'orders in 12 months', 'text'),
  ('why-us', 'stats', 'stat_2_value', '24-48hr', 'text'),
  ('why-us', 'stats', 'stat_2_label', 'fulfillment', 'text'),
  ('why-us', 'stats', 'stat_3_value', '99.8%', 'text'),
  ('why-us', 'stats', 'stat_3_label', 'accuracy', 'text'),
  ('why-us', 'stats', 'stat_4_value', '$0', 'text'),
  ('why-us', 'stats', 'stat_4_label', 'hidden fees', 'text'),
  ('why-us', 'guarantee', 'title', 'If we miss, we pay', 'text'),
  ('why-us', 'guarantee', 'promise_label', 'What we promise', 'text'),
  ('why-us', 'guarantee', 'promise_description', 'Your order leaves our dock within 24-48 hours, with what was ordered in the box.', 'textarea'),
  ('why-us', 'guarantee', 'amount_label', 'What we pay', 'text'),
  ('why-us', 'guarantee', 'amount_value', '', 'text'),
  ('why-us', 'guarantee', 'amount_description', '', 'textarea'),
  ('why-us', 'guarantee', 'claim_label', 'How to claim', 'text'),
  ('why-us', 'guarantee', 'claim_description', 'Send us the order number, by email or by phone. Someone near the shelf looks into it and answers, typically within 2-4 hours in business hours.', 'textarea'),
  ('why-us', 'guarantee', 'signed_name', '', 'text'),
  ('why-us', 'trust', 'title', 'Trust is built in the dull parts', 'text'),
  ('why-us', 'trust', 'description', 'You''re handing us your stock, your reviews and your shop''s standing. This is how we look after them.', 'textarea'),
  ('why-us', 'trust', 'point_1_title', 'You see what we see', 'text'),
  ('why-us', 'trust', 'point_1_description', 'Stock levels and tracking go back to your shop. You never have to ask how many are left before you go live.', 'textarea'),
  ('why-us', 'trust', 'point_2_title', 'Bad news comes from us', 'text'),
  ('why-us', 'trust', 'point_2_description', 'A crushed carton, a short count, a label that won''t scan. We tell you with photos, before a customer does.', 'textarea'),
  ('why-us', 'trust', 'point_3_title', 'Your name is on the box', 'text'),
  ('why-us', 'trust', 'point_3_description', 'Your packaging, your inserts, your thank-you card. To the person who opens it, there is only your brand.', 'textarea'),
  ('why-us', 'people', 'title', 'Who packs your boxes', 'text'),
  ('why-us', 'people', 'description', 'Not a call center. These are the people between your shelf and the truck.', 'textarea'),
  ('why-us', 'people', 'place_label', 'You find us at', 'text'),
  ('why-us', 'cta', 'title', 'Keep filming. We''ve got the boxes.', 'text'),
  ('why-us', 'cta', 'description', 'Bring your busiest week and your most awkward product. We''ll talk through both.', 'textarea'),
  ('why-us', 'cta', 'button', 'Talk to Us', 'text'),
  ('pricing', 'hero', 'title', 'Our rates, on one page.', 'text'),
  ('pricing', 'hero', 'subtitle', 'What it costs to store, pick, pack and take back your products. No order minimums and no hidden fees.', 'textarea'),
  ('pricing', 'benefits', 'banner_title', 'Free storage after 100 orders per month', 'text'),
  ('pricing', 'benefits', 'banner_description', 'In any month with 100+ orders, storage is free. Your busiest months come with free shelves.', 'textarea'),
  ('pricing', 'benefits', 'title', 'Included at every size', 'text'),
  ('pricing', 'benefits', 'benefit_1_text', 'No order minimums, in any month', 'text'),
  ('pricing', 'benefits', 'benefit_2_text', 'Orders shipped within 24-48 hours', 'text'),
  ('pricing', 'benefits', 'benefit_3_text', '99.8% order accuracy', 'text'),
  ('pricing', 'benefits', 'benefit_4_text', 'Onboarding in about 1-2 weeks', 'text'),
  ('pricing', 'benefits', 'benefit_5_text', 'Shop orders and stock levels kept in sync', 'text'),
  ('pricing', 'benefits', 'benefit_6_text', '$0 hidden fees on the invoice', 'text'),
  ('pricing', 'estimate', 'title', 'What would your month cost?', 'text'),
  ('pricing', 'estimate', 'description', 'Put in last month''s figures. Every line comes from our price list.', 'textarea'),
  ('pricing', 'estimate', 'small_label', 'Small, in a mailer', 'text'),
  ('pricing', 'estimate', 'mixed_label', 'A mix', 'text'),
  ('pricing', 'estimate', 'large_label', 'Large or fragile', 'text'),
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
      "help": "Choose every one that applies.",
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
      "placeholder": "What you sell, how big your last spike was, anything fragile or awkward",
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
  ('contact', 'onboarding_call', 'description', 'Pick a time that fits around filming. Bring your product list and your busiest week.', 'textarea'),
  ('contact', 'onboarding_call', 'calendly_url', 'https://calendly.com/evergreen-fulfillment-example/onboarding-call', 'url'),
  ('contact', 'onboarding_call', 'fallback_description', 'The calendar isn''t loading here. You can pick a time on its own page.', 'textarea'),
  ('contact', 'onboarding_call', 'fallback_button', 'Open the Calendar', 'text'),
  ('contact', 'cta_section', 'card_title', 'Ready to Scale?', 'text'),
  ('contact', 'cta_section', 'card_description', 'Talk through a launch, a live sale or a move from another warehouse.', 'textarea'),
  ('contact', 'cta_section', 'schedule_button', 'Schedule a Call', 'text'),
  ('contact', 'cta_section', 'pricing_button', 'Get Pricing', 'text'),
  ('contact', 'cta_section', 'banner_title', 'Let''s get your boxes moving.', 'text'),
  ('contact', 'cta_section', 'banner_description', 'Pick a time to talk it through, or read the rates first.', 'textarea')
on conflict (page_name, section_name, content_key) do nothing;

insert into public.pricing_items (service_name, rate, description, low, high, charged_per, up_to, display_order, is_active)
select * from (values
  ('Storage', '$2.00 per cubic foot per month', 'Waived at 100+ orders per month.', 2, 2, 'cubic foot a month', null, 0, true),
  ('Pick & Pack', '$1.00-$5.00 per order', 'First item picked, checked and packed. A small item in a mailer is at the low end, a fragile set in a box at the high end.', 1, 5, 'order', null, 1, true),
  ('Extra Items', '$0.40-$1.00 per item', 'Each additional item in the same order, small to large.', 0.4, 1, 'further item', null, 2, true),
  ('Returns', '$20 per month, flat', 'Opened, inspected, and restocked when they can sell again.', 20, 20, 'month with returns', null, 3, true),
  ('Receiving', '$3.50 per carton', 'Unloaded, counted and put on the shelf.', 3.5, 3.5, 'carton received', null, 4, true),
  ('Packaging', '$0.35-$1.20 per package', 'What we pay, no markup: a padded mailer at the low end, a box with fill at the high end. Or send us your own.', 0.35, 1.2, 'package', null, 5, true),
  ('Postage up to 8 oz', '$4.40-$5.60 per parcel', 'Typical carrier prices, no markup: the nearest zone to the farthest.', 4.4, 5.6, 'parcel by weight', 8, 6, true),
  ('Postage up to 1 lb', '$5.70-$8.20 per parcel', 'The same for a gift set or a light garment.', 5.7, 8.2, 'parcel by weight', 16, 7, true),
  ('Postage up to 3 lb', '$8.10-$13.90 per parcel', 'The same for shoes or a heavy bundle. You pay what the carrier bills for the label.', 8.1, 13.9, 'parcel by weight', 48, 8, true),
  ('Kitting & Bundling', 'Quoted per bundle', 'The number of pieces and the wrapping decide the price. Built ahead of a drop and stored as one SKU.', 0.75, 3, 'quote', null, 9, true),
  ('Sourcing', 'Flat project fee per SKU', 'Set by complexity and agreed before we start: a restock is at the low end, a custom product at the high end.', 400, 2500, 'quote', null, 10, true),
  ('Order Minimum', 'None', 'One order in a month is fine, and so is none.', 0, 0, 'month', null, 11, true)
) as seed (service_name, rate, description, low, high, charged_per, up_to, display_order, is_active)
where not exists (select from public.pricing_items);

insert into public.services (title, description, icon_name, display_order, is_active)
select * from (values
  ('Pick & Pack', 'From a single lip oil to a six-piece set, picked, checked and packed to ship within 24-48 hours. $1.00-$5.00 per order, with your insert on top.', 'Package', 1, true),
  ('Storage & Inventory', 'Counted in on arrival, shelved by SKU, one stock figure for every shop you run. $2.00 per cubic foot per month, waived at 100+ orders per month.', 'Boxes', 2, true),
  ('Returns', 'Impulse buys come back. We open, inspect and restock what can sell again, and set the rest aside for your decision. Flat $20 per month.', 'RotateCcw', 3, true),
  ('Kitting & Bundling', 'Gift sets, buy-two offers and limited-edition boxes, built before the live starts. Creator samples too, with the note card you want in the frame.', 'Settings', 4, true),
  ('Sourcing', 'Your comments keep asking for it? We find the supplier, check the samples and bring the stock in, for a flat project fee per SKU, set by complexity.', 'Truck', 5, true)
) as seed (title, description, icon_name, display_order, is_active)
where not exists (select from public.services);

insert into public.faq_items (question, answer, display_order, is_active)
select * from (values
  ('How fast do my orders ship?', 'Within 24-48 hours of reaching us. Orders sync from your shop, join the queue by age and leave with tracking that goes back to the platform.', 0, true),
  ('What happens when a video takes off overnight?', 'Your orders are in our system before you have read the comments. We start with the oldest, move your stock next to the benches and tell you early if a SKU is about to run out. If you know a live or a creator post is coming, give us the date and we prepare for it.', 1, true),
  ('Can you protect me from late-dispatch penalties?', 'We can''t set a platform''s rules, but we can work to them. Dispatch deadlines are part of the pick list, orders ship within 24-48 hours and tracking is sent back as soon as a parcel is scanned. What we need from you is stock on our shelf before the sale starts.', 2, true),
  ('Is there an order minimum?', 'No. There are no order minimums, in any month. Many products sell ten a week until the week they don''t.', 3, true),
  ('What will it cost me?', 'Pick and pack is $1.00-$5.00 per order, and each extra item adds $0.40-$1.00. Storage is $2.00 per cubic foot per month, waived at 100+ orders per month. Returns are a flat $20 per month. Postage is what the carrier charges, unless your marketplace supplies the label. The pricing page has typical prices by weight.', 4, true),
  ('How long does onboarding take?', 'About 1-2 weeks. We connect your shop, agree how each product is packed, receive your first cartons and send test orders before we switch the rest over.', 5, true),
  ('Which platforms do you work with?', 'TikTok Shop, Shopify, Amazon, Etsy and WooCommerce. If you sell somewhere else, ask us. One stock count serves all of them, so a rush in one shop does not oversell another.', 6, true),
  ('How do you handle returns?', 'Impulse buys come back more than most. We open each return, check it against your notes and put it back in stock if it can sell again. Anything doubtful is photographed and waits for your decision. It is a flat $20 per month.', 7, true),
  ('Can you build bundles and send creator samples?', 'Yes. Tell us what''s in the set and we kit it before the drop, so it ships as one item. Samples go out like any order: send us the list of creators and the note you want in the box.', 8, true),
  ('Can you find a product for me?', 'Yes, for a flat project fee per SKU, set by complexity. Local sourcing takes 2-4 weeks, overseas products in stock 4-6 weeks and custom products 10-16+ weeks. The stock arrives at the floor it ships from.', 9, true)
) as seed (question, answer, display_order, is_active)
where not exists (select from public.faq_items);

insert into public.testimonials (quote, author_name, author_title, author_company, display_order, is_active, featured)
select * from (values
  ('The clip went up on a Sunday and I woke up to more orders than I had tape. Evergreen had the first trays packed before I finished my coffee. I spent that week filming, not apologizing.', 'Maren Okafor', 'Founder', 'Halfmoon Nail Studio', 0, true, true),
  ('We run a live every Thursday. I send the lineup the day before, they build the bundles, and on Friday my dispatch numbers are boring. Boring is exactly what I pay for.', 'Tobias Renner', 'Owner', 'Tuckaway Kitchen Goods', 1, true, false),
  ('They called about a leaking pump on one pallet before a single bottle went out. That call saved my reviews, and probably the product.', 'Priya Castellanos', 'Co-founder', 'Saltmarsh Bath Co.', 2, true, false),
  ('Returns used to live in my hallway. Now they are checked, counted and back in stock, and I find out from a number instead of a smell.', 'Dex Holloway', 'Founder', 'Brindle Pet Supply', 3, true, false)
) as seed (quote, author_name, author_title, author_company, display_order, is_active, featured)
where not exists (select from public.testimonials);
