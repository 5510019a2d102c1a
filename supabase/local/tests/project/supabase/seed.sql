insert into public.authors (name) values ('Edsger');
