insert into public.users values (1, 'Ann'), (2, 'Bob');
insert into archive.users values (9, '2026-01-02');
