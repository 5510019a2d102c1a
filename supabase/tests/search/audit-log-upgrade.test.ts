import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { newDataDir } from '../../local/tests/support/own-backend';
import { ROOT } from '../support/backend-process';
import { onDatabase, projectUntil } from '../support/upgrade';

/** The last release whose audit log knew no kinds, and nothing of payouts, terms and the bank. */
const BEFORE = '20261126151531_reads_from_replicas_and_time_outs_by_kind.sql';

test('after the upgrade entries of before have their kind, and what was decided before is in the log', async () => {
  const home = newDataDir();
  const data = path.join(home, 'data');
  const [agency, owner, batch, group] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  try {
    await onDatabase(projectUntil(home, BEFORE), data, async (db) => {
      await db.query(`insert into public.organizations (id, name, email) values ($1, 'A', 'a@agency.test')`, [
        agency,
      ]);
      await db.query(
        `insert into auth.users (instance_id, id, aud, role, email)
         values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', 'a@agency.test')`,
        [owner],
      );
      await db.query(
        `insert into public.users (id, organization_id, first_name, last_name, role) values ($1, $2, 'Ada', 'Lee', 'owner')`,
        [owner, agency],
      );
      await db.query(
        `insert into private.audit_log (organization_id, actor_id, action, created_at)
         values ($1, $2, 'mailbox_renewed', '2026-03-01'), ($1, $2, 'passport_revealed', '2026-03-02')`,
        [agency, owner],
      );
      await db.query(
        `insert into public.user_terms_history (user_id, organization_id, previous_split, commission_split, changed_by, changed_at)
         values ($2, $1, 50, 60, $2, '2026-03-03')`,
        [agency, owner],
      );
      await db.query(
        `insert into public.payout_batches (id, organization_id, name, currency, created_by, changed_by)
         values ($3, $1, 'March', 'USD', $2, $2)`,
        [agency, owner, batch],
      );
      await db.query(
        `insert into public.payout_events (organization_id, batch_id, action, details, done_by, done_at)
         values ($1, $3, 'started', '{"commissions": 9}', $2, '2026-03-04'),
           ($1, $3, 'held', '{"reason": "Ottokar has not written"}', $2, '2026-03-05')`,
        [agency, owner, batch],
      );
      await db.query(
        `insert into public.bank_decisions (organization_id, transaction_id, group_id, action, decided_by, decided_at)
         select $1, gen_random_uuid(), $3, 'accept', $2, '2026-03-06' from generate_series(1, 3)`,
        [agency, owner, group],
      );
    });
    await onDatabase(ROOT, data, async (db) => {
      const { rows } = await db.query(
        `select l.action, l.kind, l.subject_id as about, l.actor_id = $2 as hers, l.created_at::date::text as on
         from private.audit_log l where l.organization_id = $1 order by l.created_at`,
        [agency, owner],
      );
      expect(rows).toEqual([
        { action: 'mailbox_renewed', kind: 'people', about: null, hers: true, on: '2026-03-01' },
        { action: 'passport_revealed', kind: 'data_out', about: null, hers: true, on: '2026-03-02' },
        { action: 'terms_changed', kind: 'money', about: owner, hers: true, on: '2026-03-03' },
        { action: 'payout_started', kind: 'money', about: batch, hers: true, on: '2026-03-04' },
        { action: 'bank_accept', kind: 'money', about: group, hers: true, on: '2026-03-06' },
      ]);
      await expect(db.query('delete from private.audit_log')).rejects.toThrow('neither changed nor deleted');
    });
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}, 120_000);
