-- Migrations set what the API asks before a request (pgrst.db_pre_request), as `postgres` may on hosted.
grant authenticator to postgres with admin true, inherit false, set false;
grant set on parameter pgrst.db_pre_request to postgres;
