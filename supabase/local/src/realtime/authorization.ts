import type { Claims } from '../auth/tokens.js';
import { actAs, type ServicePool } from '../database/service-pool.js';

/** What the policies on `realtime.messages` allow a caller on a private topic. */
export interface Authorization {
  mayRead(claims: Claims, topic: string): Promise<boolean>;
  mayWrite(claims: Claims, topic: string): Promise<boolean>;
}

const PROBE = "insert into realtime.messages (topic, extension) values ($1, 'broadcast')";
const REFUSED = '42501';

/**
 * Asks the policies as hosted does: a message that is rolled back again stands for all of the topic. Who sees it may
 * join; who may insert it may send. Rejects when the database does not answer.
 */
export function openAuthorization(db: ServicePool): Authorization {
  return {
    mayRead: (claims, topic) =>
      db.transaction(async (client) => {
        await client.query(PROBE, [topic]);
        await actAs(client, claims, { 'realtime.topic': topic });
        const found = await client.query('select 1 from realtime.messages where topic = $1 limit 1', [topic]);
        return found.rowCount === 1;
      }, 'rollback'),
    mayWrite: (claims, topic) =>
      db
        .transaction(async (client) => {
          await actAs(client, claims, { 'realtime.topic': topic });
          await client.query(PROBE, [topic]);
          return true;
        }, 'rollback')
        .catch((error: unknown) => {
          if ((error as { code?: unknown }).code === REFUSED) return false;
          throw error;
        }),
  };
}
