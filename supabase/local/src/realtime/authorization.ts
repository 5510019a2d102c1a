import type { Claims } from '../auth/tokens.js';
import { actAs, type ServicePool } from '../database/service-pool.js';

/** What a message is: policies tell them apart by the column `extension`. */
export type Extension = 'broadcast' | 'presence';

/** What the policies on `realtime.messages` allow a caller on a private topic. */
export interface Authorization {
  mayRead(claims: Claims, topic: string, extension?: Extension): Promise<boolean>;
  mayWrite(claims: Claims, topic: string, extension?: Extension): Promise<boolean>;
}

const PROBE = 'insert into realtime.messages (topic, extension) values ($1, $2)';
const REFUSED = '42501';

/**
 * Asks the policies as hosted does: a message that is rolled back again stands for all of the topic. Who sees it may
 * join; who may insert it may send. Rejects when the database does not answer.
 */
export function openAuthorization(db: ServicePool): Authorization {
  return {
    mayRead: (claims, topic, extension = 'broadcast') =>
      db.transaction(async (client) => {
        await client.query(PROBE, [topic, extension]);
        await actAs(client, claims, { 'realtime.topic': topic });
        const found = await client.query(
          'select 1 from realtime.messages where topic = $1 and extension = $2 limit 1',
          [topic, extension],
        );
        return found.rowCount === 1;
      }, 'rollback'),
    mayWrite: (claims, topic, extension = 'broadcast') =>
      db
        .transaction(async (client) => {
          await actAs(client, claims, { 'realtime.topic': topic });
          await client.query(PROBE, [topic, extension]);
          return true;
        }, 'rollback')
        .catch((error: unknown) => {
          if ((error as { code?: unknown }).code === REFUSED) return false;
          throw error;
        }),
  };
}
