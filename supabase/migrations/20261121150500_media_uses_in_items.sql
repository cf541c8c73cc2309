-- Where a file of the media library is used, for staff who are about to replace or delete it: settings
-- and texts as before, and the texts of services, prices, questions and testimonials, into which
-- someone may have pasted its address. An item is named as its own screen names it.

create or replace function public.media_usage(file_path text)
returns table (source text, place text, row_id uuid)
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_admin();
  if coalesce(media_usage.file_path, '') !~ '\S' then
    return;
  end if;
  return query
    select used.source, used.place, used.id
      from (
        select 'site_content', concat_ws(' / ', c.page_name, c.section_name, c.content_key), c.id,
            c.content_value
          from public.site_content c
        union all
        select 'site_settings', s.setting_key, s.id, s.setting_value from public.site_settings s
        union all
        select 'services', v.title, v.id, concat_ws(' ', v.title, v.description)
          from public.services v
        union all
        select 'pricing_items', p.service_name, p.id,
            concat_ws(' ', p.service_name, p.rate, p.description)
          from public.pricing_items p
        union all
        select 'faq_items', f.question, f.id, concat_ws(' ', f.question, f.answer)
          from public.faq_items f
        union all
        select 'testimonials', t.author_name, t.id,
            concat_ws(' ', t.quote, t.author_name, t.author_title, t.author_company)
          from public.testimonials t
      ) as used (source, place, id, words)
      where position(media_usage.file_path in used.words) > 0
      order by 1, 2, 3;
end
$$;
