-- A price is words for people ('$1.00-$5.00 per order'), and now says the same in numbers, so that a
-- month can be counted from the list: from `low` to `high` dollars, `charged_per` what. All three are
-- blank where a price is quoted. A fixed price has the same number twice; what costs nothing has 0.
--
-- 'further item' is each item of an order behind its first one; 'month with returns' is a flat price
-- that only those pay who want returns handled.

alter table public.pricing_items
  add column low numeric,
  add column high numeric,
  add column charged_per text;

alter table public.pricing_items
  add constraint pricing_items_low_is_an_amount_up_to_a_million check (
    low between 0 and 1000000 and low = round(low, 2)
  ),
  add constraint pricing_items_high_is_an_amount_up_to_a_million check (
    high between 0 and 1000000 and high = round(high, 2)
  ),
  add constraint pricing_items_low_and_high_come_together check ((low is null) = (high is null)),
  add constraint pricing_items_high_not_below_low check (low <= high),
  add constraint pricing_items_charged_per_is_known check (
    charged_per in (
      'order', 'further item', 'package', 'cubic foot a month', 'month', 'month with returns',
      'carton received'
    )
  ),
  add constraint pricing_items_charged_per_goes_with_numbers check (
    (charged_per is null) = (low is null)
  );

comment on column public.pricing_items.low is
  'Dollars for each of what it is charged per; none of the three where it is quoted.';
comment on column public.pricing_items.high is 'The same as low for a fixed price.';

-- The prices that are there, read from their words as people read them: one amount or a range, then
-- 'per' what. 'From $10' and 'Up to $10' name one end only, and whatever else is said stays quoted:
-- a wrong number would be worse than none.
with said as (
  select
    p.id,
    p.service_name,
    p.rate,
    array(
      select (replace(amount[1], ',', '') || coalesce(amount[2], ''))::numeric
      from regexp_matches(
        p.rate, '\$\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\d.,]*[a-z%])', 'gi'
      ) as amount
    ) as amounts,
    lower(substring(p.rate from '\m[Pp]er\s+([A-Za-z][A-Za-z -]*[A-Za-z])')) as unit
  from public.pricing_items p
), numbered as (
  select
    said.id,
    amounts[1] as low,
    amounts[cardinality(amounts)] as high,
    case
      when unit in ('cubic foot per month', 'cubic foot a month') then 'cubic foot a month'
      when unit ~ '^(further|extra|additional) (item|unit)$' then 'further item'
      when unit in ('item', 'unit') and service_name ~* '\m(further|extra|additional)\M'
        then 'further item'
      when unit = 'order' then 'order'
      when unit in ('package', 'parcel') then 'package'
      when unit in ('carton', 'carton received') then 'carton received'
      when unit = 'month' and service_name ~* '\mreturns?\M' then 'month with returns'
      when unit = 'month' then 'month'
    end as charged_per
  from said
  where cardinality(amounts) in (1, 2)
    and rate !~* '\m(from|starting at|up to|at most)\M'
  union all
  select said.id, 0, 0, 'month' from said
  where rate ~* '^\s*(none|free|no charge|included)\.?\s*$'
)
update public.pricing_items p
  set low = numbered.low, high = numbered.high, charged_per = numbered.charged_per
  from numbered
  where numbered.id = p.id and numbered.charged_per is not null
    and numbered.low <= numbered.high and numbered.high <= 1000000
    and numbered.low = round(numbered.low, 2) and numbered.high = round(numbered.high, 2);
