import { useState } from 'react';

/** What importing will do with a row: leave it out, add it, or nothing, since it is here. */
export type VerdictName = 'broken' | 'new' | 'here';

/** A row of a file that is checked. */
export interface CheckedRow {
  /** Its number in the file. */
  line: number;
  verdict: VerdictName;
  /** A word about it under its verdict. */
  note: string;
}

/** What is wrong comes first. */
const ORDER: readonly VerdictName[] = ['broken', 'new', 'here'];
const SHOWN = 10;
const MORE = 200;

/** Some rows by what will happen to them: of each kind the first, the others on demand. */
export function useShownRows<R extends CheckedRow>(rows: readonly R[]) {
  const [chosen, choose] = useState<VerdictName | null>(null);
  const [more, setMore] = useState<Partial<Record<VerdictName, number>>>({});
  const of = (verdict: VerdictName) => rows.filter((row) => row.verdict === verdict);
  return {
    chosen,
    choose,
    /** How many there are of a kind, null: of all. */
    count: (verdict: VerdictName | null): number => (verdict ? of(verdict) : rows).length,
    groups: ORDER.filter((verdict) => chosen === null || verdict === chosen).map((verdict) => {
      const all = of(verdict);
      const shown = all.slice(0, SHOWN + (more[verdict] ?? 0));
      return { verdict, shown, left: all.length - shown.length };
    }),
    showMore: (verdict: VerdictName) => setMore({ ...more, [verdict]: (more[verdict] ?? 0) + MORE }),
  };
}

export type ShownRows<R extends CheckedRow> = ReturnType<typeof useShownRows<R>>;
