/**
 * The address that the platform has seen a request come from, null where it said none. `cf-connecting-ip` is written anew at the edge,
 * whatever a client sends; in `x-forwarded-for` a client may write as well, so only its last entry counts, which the nearest proxy has added.
 */
export function addressOf({ headers }: Request): string | null {
  const seen = headers.get('cf-connecting-ip') ?? headers.get('x-forwarded-for')?.split(',').at(-1);
  return seen?.trim() || null;
}
