import type { RestApi } from '../rest/rest.js';
import type { Replica } from './replica.js';

/**
 * Sends what GET and HEAD ask to the replicas, in turns, and everything else to the primary, which also answers for a replica
 * that is away.
 */
export function balanceReads(
  primary: Pick<RestApi, 'handle'>,
  replicas: readonly Pick<Replica, 'rest' | 'away' | 'back'>[],
): Pick<RestApi, 'handle'> {
  let turn = 0;
  return {
    async handle(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return primary.handle(request);
      const running = replicas.filter((replica) => replica.rest() !== null);
      const replica = running[(turn += 1) % running.length];
      // A request without a body can be asked twice.
      const answer = await replica?.rest()?.handle(request);
      if (!replica || !answer) return primary.handle(request);
      if (answer.status !== 503) {
        replica.back();
        return answer;
      }
      replica.away('its database is not available');
      return primary.handle(request);
    },
  };
}
