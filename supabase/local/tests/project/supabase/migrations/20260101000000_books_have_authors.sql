-- A small project of another kind, to see that the backend runs any project in Supabase CLI form.
create table public.authors (id bigint generated always as identity primary key, name text not null unique);
create table public.books (
  id uuid primary key default gen_random_uuid(),
  author_id bigint not null constraint books_author_id_fkey references public.authors (id),
  owner uuid default auth.uid(),
  title text not null constraint books_title_length check (length(title) between 1 and 50),
  price numeric(12, 2) not null default 0,
  published_on date,
  tags text[] not null default '{}',
  facts jsonb not null default '{}',
  local_time timestamp not null default '2026-01-02 03:04:05',
  created_at timestamptz not null default '2026-01-02 03:04:05.678+02'
);
alter table public.authors enable row level security;
alter table public.books enable row level security;
create policy "everyone reads authors" on public.authors for select using (true);
create policy "people keep their own books" on public.books for all to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
grant select on public.authors to anon, authenticated;
grant select, insert, update, delete on public.books to authenticated;
grant all on public.authors, public.books to service_role;
insert into public.authors (name) values ('Ada'), ('Grace');

create table public.secrets (id int primary key);
alter table public.secrets enable row level security;

create function public.fail_with(code text) returns void language plpgsql as $$
begin
  raise exception using errcode = code, message = 'text for people', detail = 'some detail', hint = 'title';
end $$;
create function public.sleep(seconds float) returns void language sql as $$ select pg_sleep(seconds) $$;
create function public.who() returns jsonb language sql stable as $$
  select jsonb_build_object('uid', auth.uid(), 'role', auth.role(), 'email', auth.email(), 'current', current_user,
    'session', auth.jwt() ->> 'session_id')
$$;
