-- References which carry the shop, in both column orders, and one that is one-to-one.
create table public.shops (id int primary key, name text not null);
create table public.people (
  id int primary key,
  shop_id int not null references public.shops (id),
  name text not null,
  unique (shop_id, id)
);
create table public.orders (
  id int primary key,
  shop_id int not null references public.shops (id),
  buyer_id int not null,
  seller_id int not null,
  unique (shop_id, id),
  constraint orders_buyer_id_fkey foreign key (shop_id, buyer_id) references public.people (shop_id, id),
  constraint orders_seller_id_fkey foreign key (seller_id, shop_id) references public.people (id, shop_id)
);
create table public.receipts (
  order_id int primary key,
  shop_id int not null,
  number text not null,
  unique (shop_id, order_id),
  constraint receipts_order_id_fkey foreign key (shop_id, order_id) references public.orders (shop_id, id)
);
insert into public.shops values (1, 'Books'), (2, 'Maps');
insert into public.people values (10, 1, 'Ann'), (11, 1, 'Bob'), (12, 1, 'Cid'), (20, 2, 'Zoe');
insert into public.orders values (100, 1, 11, 12), (101, 1, 10, 11), (200, 2, 20, 20);
insert into public.receipts values (100, 1, 'R-1');
grant select on public.shops, public.people, public.orders, public.receipts to anon;
