import * as v from 'valibot';
import { id, paging, time } from './parts.ts';
import { list, type Resource } from './resource.ts';

/** A person of the agency who sells, as answers say it: what sales are recorded for. */
export const agent = v.strictObject({
  id,
  first_name: v.string(),
  last_name: v.string(),
  active: v.boolean(),
  created_at: time,
  updated_at: time,
});

/** The list of agents is narrowed to nothing. */
export const agentsQuery = v.strictObject(paging);

/** What the API has of them. */
export const AGENTS: Resource = {
  name: 'agents',
  about: 'The people of the agency who sell.',
  schemas: { agent },
  operations: [list('agents', '/agents', 'sales:read', agent, agentsQuery)],
};
