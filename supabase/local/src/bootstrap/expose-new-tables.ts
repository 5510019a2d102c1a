import type pg from 'pg';

/** The default privileges of projects with `api.auto_expose_new_tables`; `db` is a connection as `postgres`, like migrations'. */
export async function exposeNewTables(db: pg.Client): Promise<void> {
  for (const objects of ['tables', 'sequences', 'functions']) {
    await db.query(
      `alter default privileges in schema public grant all on ${objects} to anon, authenticated, service_role`,
    );
  }
}
