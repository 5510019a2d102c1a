-- HTTP requests of the database in the layout of pg_net, as far as calls of the project's own API need it: the backend sends what
-- lies in the queue when the transaction has committed (net/requests.ts). There is no http_get and no http_delete.
create schema net;
grant usage on schema net to postgres;

-- Unlogged as in pg_net: what a crash of PostgreSQL leaves is not sent.
create unlogged table net.http_request_queue (
  id bigint generated always as identity primary key,
  method text not null,
  url text not null,
  headers jsonb not null,
  body bytea,
  timeout_milliseconds integer not null
);
create unlogged table net._http_response (
  id bigint,
  status_code integer,
  content_type text,
  headers jsonb,
  content text,
  timed_out boolean,
  error_msg text,
  created timestamptz not null default now()
);
create index on net._http_response (created);
grant all on net.http_request_queue, net._http_response to postgres;

create function net.url_encoded(plain text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(string_agg(case when c ~ '[A-Za-z0-9_.~-]' then c
    else regexp_replace(upper(encode(convert_to(c, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end, '' order by place), '')
  from regexp_split_to_table(plain, '') with ordinality as t(c, place)
$$;

create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds integer default 5000) returns bigint
language plpgsql set search_path = '' as $$
declare
  query constant text := (
    select string_agg(net.url_encoded(p.key) || '=' || net.url_encoded(p.value), '&') from jsonb_each_text(params) p);
  request_id bigint;
begin
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values ('POST',
    http_post.url || case when query is null then '' when http_post.url like '%?%' then '&' || query else '?' || query end,
    case when exists (select from jsonb_object_keys(http_post.headers) k where lower(k) = 'content-type') then '{}'
      else jsonb_build_object('Content-Type', 'application/json') end || coalesce(http_post.headers, '{}'),
    convert_to(http_post.body::text, 'UTF8'),
    http_post.timeout_milliseconds)
  returning id into request_id;
  perform pg_notify('net_http_requests', '');
  return request_id;
end $$;

revoke all on all functions in schema net from public;
grant execute on all functions in schema net to postgres;
