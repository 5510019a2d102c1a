import { named } from './admin-users.js';
import type { AuthRoute } from './context.js';
import { ownFactor, removeFactor } from './factors.js';

/** GET /admin/users/:id/factors */
export const listFactors: AuthRoute = async (services, request) =>
  (await named(services, request)).factors ?? [];

/** DELETE /admin/users/:id/factors/:factor: for somebody who has lost it; the sessions that it raised are `aal1` again. */
export const deleteFactor: AuthRoute = async (services, request) => {
  const factor = ownFactor((await named(services, request)).factors, request.factorId);
  await services.db.transaction((db) => removeFactor(db, factor.id));
  return factor;
};
