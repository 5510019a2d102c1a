insert into public.objects values (1, 1), (2, 1), (3, 2);
insert into public.folders values (1, 'root', null), (2, 'child', 1), (3, 'grandchild', 2);
insert into public.figures values
  (9007199254740993, 1234567890.12345678901, 'NaN', '\x6869', '{"big": 9007199254740993, "text": "9007199254740993"}', '1e5');
