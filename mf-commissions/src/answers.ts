/** What a request answers, as far as these two look. */
interface Answer {
  data: unknown;
  error: unknown;
  count: number | null;
  status: number;
}

const RANGE_NOT_SATISFIABLE = 416;

/** A page behind the last one, from an old link, is an empty page and not an error. */
export function emptyBeyondLastPage<A extends Answer>(answer: A): Answer {
  return answer.status === RANGE_NOT_SATISFIABLE
    ? { data: [], error: null, count: answer.count, status: 200 }
    : answer;
}

/** Gives a `{ success: false }` that does not say why the text of the error catalogue. */
export function describeRefusal<A extends Answer>(answer: A, fallback: string): Answer {
  const { data } = answer;
  if (answer.error || typeof data !== 'object' || data === null) return answer;
  const { success, error } = data as { success?: unknown; error?: unknown };
  const said = typeof error === 'string' && error !== '';
  return success === false && !said ? { ...answer, data: { success: false, error: fallback } } : answer;
}
