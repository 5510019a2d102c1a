-- Settings: where an organization answers questions, and pictures as PATHS in the storage buckets instead of addresses.
-- A path must be the row's own folder, so nobody shows another one's file as theirs.

alter table public.organizations
  add column support_email text,
  add constraint organizations_support_email_length check (char_length(support_email) <= 254),
  add constraint organizations_support_email_format
    check (support_email ~ '^[^@[:space:]]+@[^@[:space:]]+[.][^@[:space:]]+$');
grant update (support_email) on public.organizations to authenticated;

alter table public.organizations drop constraint organizations_logo_url_format;
alter table public.users drop constraint users_avatar_url_format;
update public.organizations set logo_url = null where logo_url is not null;
update public.users set avatar_url = null where avatar_url is not null;
alter table public.organizations add constraint organizations_logo_url_format check (
  logo_url ~ ('^' || id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$'));
alter table public.users add constraint users_avatar_url_format check (
  avatar_url ~ ('^' || organization_id::text || '/' || id::text || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.](jpg|jpeg|png|webp)$'));
comment on column public.organizations.logo_url is 'Path in the bucket logos';
comment on column public.users.avatar_url is 'Path in the bucket avatars';
