/** The part of a response that is read here. */
interface Answer {
  data: unknown;
  error: unknown;
  count: number | null;
  status: number;
}

/** Gives a `{ success: false }` that does not say why the text of the error catalogue. */
export function describeRefusal<A extends Answer>(answer: A, fallback: string): Answer {
  const { data } = answer;
  if (answer.error || typeof data !== 'object' || data === null) return answer;
  const { success, error } = data as { success?: unknown; error?: unknown };
  const said = typeof error === 'string' && error !== '';
  return success === false && !said ? { ...answer, data: { success: false, error: fallback } } : answer;
}
