-- As on hosted, where an extension lets `postgres` set it: the deletion of an agency takes rows out without their triggers.
grant set on parameter session_replication_role to postgres;
