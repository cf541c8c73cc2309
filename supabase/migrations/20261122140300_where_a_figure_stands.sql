-- Where else a price's old figure stands, for staff who have just changed it: texts, settings,
-- services, questions, testimonials and the descriptions of prices. Not the rates of other prices:
-- their figures are their own. A figure is found however it is written: $2 and $2.00, $1250.50 and
-- $1,250.50; but not in $2.50, $2,000 or $2k.

-- A pattern of the figure, as `~` takes it.
create function private.figure_pattern(amount numeric) returns text
language sql immutable set search_path = ''
as $$
  select '\$\s?'
    || replace(btrim(to_char(trunc(amount), '999,999,999,990')), ',', ',?')
    || case
      when amount = trunc(amount) then '(\.00?)?'
      when amount * 10 = trunc(amount * 10) then '\.' || (trunc(amount * 10) % 10)::integer || '0?'
      else '\.' || lpad((trunc(amount * 100) % 100)::integer::text, 2, '0')
    end
    || '(?![0-9]|[.,][0-9]|\s?[kKmM%]\M)'
$$;
revoke all on function private.figure_pattern(numeric) from public;
grant execute on function private.figure_pattern(numeric) to authenticated, service_role;

-- At most ten figures; null and what is no price of the list find nothing.
create function public.figure_usage(amounts numeric[])
returns table (amount numeric, source text, place text, row_id uuid)
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select figure.amount, used.source, used.place, used.id
      from (
        select distinct given.amount from unnest(figure_usage.amounts[1:10]) as given (amount)
        where given.amount between 0 and 1000000
      ) as figure
      join (
        select 'site_content', concat_ws(' / ', c.page_name, c.section_name, c.content_key), c.id,
            c.content_value
          from public.site_content c
        union all
        select 'site_settings', s.setting_key, s.id, s.setting_value from public.site_settings s
        union all
        select 'services', v.title, v.id, concat_ws(' ', v.title, v.description)
          from public.services v
        union all
        select 'pricing_items', p.service_name, p.id, concat_ws(' ', p.service_name, p.description)
          from public.pricing_items p
        union all
        select 'faq_items', f.question, f.id, concat_ws(' ', f.question, f.answer)
          from public.faq_items f
        union all
        select 'testimonials', t.author_name, t.id, t.quote from public.testimonials t
      ) as used (source, place, id, words)
        on used.words ~ private.figure_pattern(figure.amount)
      order by 1, 2, 3;
end
$$;
revoke all on function public.figure_usage(numeric[]) from public, anon;
grant execute on function public.figure_usage(numeric[]) to authenticated, service_role;
