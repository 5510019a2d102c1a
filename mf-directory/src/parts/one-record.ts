/** What a request of the one client answers, as far as it is looked at here. */
interface Answer {
  data: unknown;
  error: unknown;
  count: number | null;
  status: number;
}

/** Takes the `null` of a function for "there is no such record", as a table's `.single()` says it. */
export async function oneRecord(request: PromiseLike<Answer>): Promise<Answer> {
  const answer = await request;
  if (answer.error || answer.data !== null) return answer;
  return { ...answer, status: 406, error: { code: 'PGRST116', message: 'no such record' } };
}
