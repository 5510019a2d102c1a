/** An answer of PostgREST's own, thrown from inside the library, which rolls back and answers with it. */
export function pgrstError(
  status: number,
  { code, message, details = null }: { code: string; message: string; details?: string | null },
): Error {
  // The form in which a function of the database raises one: SQLSTATE PGRST.
  const text = JSON.stringify({ code, message, details, hint: null });
  return Object.assign(new Error(text), { code: 'PGRST', detail: JSON.stringify({ status, headers: {} }) });
}
