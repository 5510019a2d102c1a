/** A number that was read: its value, `null` for an empty field, or what is wrong with it. */
export type Parsed<Problem extends string> =
  | { ok: true; value: number | null }
  | { ok: false; problem: Problem };
