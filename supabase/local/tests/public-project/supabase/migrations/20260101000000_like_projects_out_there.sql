-- No grants: the project lets new tables be exposed. Names of tables are those of auth and storage on purpose.
create extension if not exists postgis with schema extensions;
alter role authenticator set pgrst.db_aggregates_enabled to 'true';
alter role authenticator set pgrst.db_plan_enabled to 'true';
alter role authenticator set pgrst.db_tx_end to 'commit-allow-override';

create table public.users (id int primary key, name text not null);
create table public.objects (id int primary key, user_id int references public.users (id), label text default 'new');
-- The only key of this table leads into auth, where there is a table of the same name as the one above.
create table public.profiles (id int primary key, account uuid references auth.users (id));

create table public.folders (
  id int primary key,
  name text not null,
  parent_id int references public.folders (id)
);
create table public.figures (
  id bigint primary key,
  amount numeric,
  ratio float8,
  raw bytea,
  document jsonb,
  code text
);
create function public.relabel(new_label text) returns setof public.objects language sql as $$
  update public.objects set label = new_label where id > 0 returning *
$$;
create function public.objects_of(owner public.users) returns setof public.objects language sql stable as $$
  select * from public.objects where user_id = owner.id
$$;
-- A computed column.
create function public.title(public.objects) returns text language sql stable as $$ select 'No. ' || $1.id $$;
create function public.answer() returns int language sql as 'select 42';

create schema archive;
create table archive.users (id int primary key, left_on date);
-- Finds its table where the request is.
create function archive.how_many() returns bigint language plpgsql as $$ begin return (select count(*) from users); end $$;
grant usage on schema archive to anon;
grant select on archive.users to anon;
