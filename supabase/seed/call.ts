import type { Client } from 'pg';

/**
 * Calls a function of the database as a screen does. @param text its call: `save_tax_details($1)`
 * @returns what it answers; throws where that is not a success, which nobody would see in the demo
 */
export async function call<Answer extends object>(
  client: Client,
  text: string,
  values: unknown[],
): Promise<Answer> {
  const { rows } = await client.query<{ answer: Answer & { success: boolean; error?: string } }>(
    `select public.${text} as answer`,
    values,
  );
  const answer = rows[0]?.answer;
  if (!answer?.success) throw new Error(`The demo: ${text}: ${answer?.error}`);
  return answer;
}
