-- A question's topic. Visitors see a long list of questions grouped by it.

alter table public.faq_items
  add column topic text,
  add constraint faq_items_topic_at_most_60_characters check (length(topic) <= 60);
