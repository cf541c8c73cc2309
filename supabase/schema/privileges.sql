-- Written by `npm run schema:write`: the schema as it stands after all migrations. Change it by a new one.

grant delete, insert, select, update on table storage.buckets to anon;

grant delete, insert, select, update on table storage.buckets to authenticated;

grant delete, insert, select, update on table storage.buckets to service_role;

grant delete, insert, select, update on table storage.objects to anon;

grant delete, insert, select, update on table storage.objects to authenticated;

grant delete, insert, select, update on table storage.objects to service_role;

grant usage on schema private to anon;

grant usage on schema private to authenticated;

grant usage on schema private to service_role;

grant usage on schema public to anon;

grant usage on schema public to authenticated;

grant usage on schema public to public;

grant usage on schema public to service_role;
