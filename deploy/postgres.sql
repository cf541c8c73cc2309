-- Prepares PostgreSQL 15 or newer for one site, whose DATABASE_URL then needs no superuser and no CREATEROLE:
--   psql -f deploy/postgres.sql -c '\password loading_dock'        as a superuser
--   DATABASE_URL=postgresql://loading_dock:PASSWORD@HOST:5432/loading_dock
-- For another name, also for a database to restore a backup into:
--   sed 's/loading_dock/NAME/g' deploy/postgres.sql > /tmp/NAME.sql
--   psql -f /tmp/NAME.sql -c '\password NAME'
-- You can run it again: it changes nothing that exists, and the last statement says that the database exists.

-- What visitors, signed-in people and the service may do. All sites on one PostgreSQL server share these three.
do $$
begin
  create role anon nologin noinherit;
exception when duplicate_object then null;
end
$$;
do $$
begin
  create role authenticated nologin noinherit;
exception when duplicate_object then null;
end
$$;
do $$
begin
  create role service_role nologin noinherit bypassrls;
exception when duplicate_object then null;
end
$$;

-- The user of DATABASE_URL.
do $$
begin
  create role loading_dock login;
exception when duplicate_object then null;
end
$$;

-- What requests log in as. The site sets their passwords.
do $$
begin
  create role loading_dock_api login noinherit;
exception when duplicate_object then null;
end
$$;
do $$
begin
  create role loading_dock_server login noinherit;
exception when duplicate_object then null;
end
$$;
grant anon, authenticated, service_role to loading_dock, loading_dock_api, loading_dock_server;
grant loading_dock_api, loading_dock_server to loading_dock;

create database loading_dock owner loading_dock;
