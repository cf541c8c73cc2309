-- What a visitor reckoned on the pricing page before writing: the figures given, and from how many to
-- how many dollars a month they came to. It is what the visitor saw, sent by the visitor's browser:
-- bounded in form and size, and as little proof of a price as the message beside it.
--
-- {"orders": 300, "items": 2, "cubic_feet": 40, "returns": true, "low": 440, "high": 1820}

-- A check that comes out as null passes: each value is asked for its type before it is compared.
create function private.is_estimate(value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(value) <> 'object' then false
    when not value ?& array['orders', 'items', 'cubic_feet', 'returns', 'low', 'high'] then false
    when value - array['orders', 'items', 'cubic_feet', 'returns', 'low', 'high'] <> '{}' then false
    when jsonb_typeof(value -> 'returns') <> 'boolean' then false
    when exists (
      select from jsonb_each(value - 'returns') as figure
      where jsonb_typeof(figure.value) <> 'number' or length(figure.value::text) > 20
    ) then false
    else
      (value ->> 'orders')::numeric between 1 and 1000000
      and (value ->> 'items')::numeric between 1 and 1000
      and (value ->> 'cubic_feet')::numeric between 0 and 1000000
      and (value ->> 'low')::numeric between 0 and (value ->> 'high')::numeric
      and (value ->> 'high')::numeric <= 1e15
  end
$$;
-- A check runs as whoever writes the row.
revoke all on function private.is_estimate(jsonb) from public;
grant execute on function private.is_estimate(jsonb) to anon, authenticated, service_role;

alter table public.contact_submissions
  add column estimate jsonb,
  add constraint contact_submissions_estimate_is_an_estimate check (private.is_estimate(estimate));

comment on column public.contact_submissions.estimate is
  'What the visitor reckoned on the pricing page: the figures, and dollars a month from low to high.';

-- The mail about it tells staff the same.
create or replace function private.mail_of(submission public.contact_submissions) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', submission.id,
    'message_id', concat_ws('.', 'submission-' || submission.id, nullif(submission.mail_requests, 0)),
    'suspected', submission.spam_reason is not null,
    'name', submission.name,
    'email', submission.email,
    'business_name', submission.business_name,
    'monthly_volume', submission.monthly_volume,
    'platforms', submission.platforms,
    'message', submission.message,
    'estimate', submission.estimate,
    'created_at', submission.created_at
  ) || private.company()
$$;
