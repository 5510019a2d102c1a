create table public.notes (text text not null);
alter table public.notes enable row level security;
grant select on public.notes to service_role;
insert into public.notes values ('a note');
