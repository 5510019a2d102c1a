-- Read by private.secret_key alone.
create table private.secrets (
  name text primary key,
  value text not null
);
alter table private.secrets enable row level security;
