-- The price list has figures for receiving, packaging and postage, and typical ranges for what is quoted.
--
-- 'parcel by weight' is postage for each order whose parcel weighs at most `up_to` ounces, from the nearest zone to the
-- farthest. 'half hour of receiving' is charged for every `up_to` cartons. 'quote' has a typical range for visitors, and
-- no estimate includes it.

alter table public.pricing_items
  add column up_to numeric,
  drop constraint pricing_items_charged_per_is_known,
  add constraint pricing_items_charged_per_is_known check (
    charged_per in (
      'order', 'further item', 'package', 'cubic foot a month', 'month', 'month with returns',
      'carton received', 'half hour of receiving', 'parcel by weight', 'quote'
    )
  ),
  add constraint pricing_items_up_to_is_a_number_up_to_10000 check (
    up_to > 0 and up_to <= 10000 and up_to = round(up_to, 2)
  ),
  add constraint pricing_items_up_to_goes_with_its_units check (
    coalesce(charged_per, '') not in ('half hour of receiving', 'parcel by weight') or up_to is not null
  );

comment on column public.pricing_items.up_to is
  'Ounces that a parcel weighs at most, or cartons that a half hour is enough for; blank for other units.';
comment on column public.pricing_items.low is
  'Dollars for each of what it is charged per; none of the three where it is quoted without a typical range.';

-- An estimate may also have the size of the products, cartons received a month and the ounces of a parcel.
create or replace function private.is_estimate(value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(value) <> 'object' then false
    when not value ?& array['orders', 'items', 'cubic_feet', 'returns', 'low', 'high'] then false
    when value - array['orders', 'items', 'cubic_feet', 'returns', 'low', 'high', 'size', 'cartons', 'ounces'] <> '{}'
      then false
    when jsonb_typeof(value -> 'returns') <> 'boolean' then false
    when value ? 'size' and value -> 'size' not in ('"small"', '"large"') then false
    when exists (
      select from jsonb_each(value - array['returns', 'size']) as figure
      where jsonb_typeof(figure.value) <> 'number' or length(figure.value::text) > 20
    ) then false
    else
      (value ->> 'orders')::numeric between 1 and 1000000
      and (value ->> 'items')::numeric between 1 and 1000
      and (value ->> 'cubic_feet')::numeric between 0 and 1000000
      and coalesce((value ->> 'cartons')::numeric, 0) between 0 and 100000
      and coalesce((value ->> 'ounces')::numeric, 0) between 0 and 10000
      and (value ->> 'low')::numeric between 0 and (value ->> 'high')::numeric
      and (value ->> 'high')::numeric <= 1e15
  end
$$;
