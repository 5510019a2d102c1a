import { addCustomer, merge } from './customers';
import type { TestAgency } from './test-agency';

/** Two customers: one to keep, and one to go into them. */
export async function pair(
  { agent }: TestAgency,
  keptInput: object = {},
  goneInput: object = {},
): Promise<[string, string]> {
  return [
    await addCustomer(agent, { first_name: 'Kim', last_name: 'Kept', ...keptInput }),
    await addCustomer(agent, { first_name: 'Gus', last_name: 'Gone', ...goneInput }),
  ];
}

/** Merges them as an admin. Returns the id of the merge. */
export async function merged({ admin }: TestAgency, kept: string, gone: string): Promise<string> {
  const { merge_id, error } = await merge(admin, kept, gone);
  if (!merge_id) throw new Error(error ?? 'No merge');
  return merge_id;
}
