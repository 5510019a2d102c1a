create table private.secrets (
  name text primary key,
  value text not null
);
comment on table private.secrets is 'Read by private.secret_key alone.';
alter table private.secrets enable row level security;
