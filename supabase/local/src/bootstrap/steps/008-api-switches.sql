-- What a project switches on for its REST API, which its migrations may set as on hosted.
grant set on parameter pgrst.db_aggregates_enabled, pgrst.db_plan_enabled, pgrst.db_tx_end to postgres;
