import type { createSecretHandoff } from './secret-handoff';

/** What a request of the one client answers, as far as it is looked at here. */
interface Answer<Data> {
  data: Data | null;
  error: unknown;
  count: number | null;
  status: number;
}

/**
 * Asks for what is told only after a record of it, in two requests: the first commits the record and answers an id, the second tells by it,
 * once and within a minute.
 * @param handoff takes the secret
 * @returns the answer with the ticket of the secret as its data, or the first failure
 */
export async function disclosed<Secret>(
  ask: PromiseLike<Answer<string>>,
  read: (disclosureId: string) => PromiseLike<Answer<Secret>>,
  handoff: ReturnType<typeof createSecretHandoff<Secret>>,
): Promise<Answer<unknown>> {
  const asked = await ask;
  if (asked.error || asked.data === null) return asked;
  const told = await read(asked.data);
  return told.error || told.data === null ? told : { ...told, data: handoff.put(told.data) };
}
