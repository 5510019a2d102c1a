import { useState } from 'react';

/** What importing will do with a row: leave it out, add it, or nothing, since it is here. */
export type FateName = 'broken' | 'new' | 'here';

/** A row of a file that is checked. */
export interface CheckedRow {
  /** Its number in the file. */
  line: number;
  fate: FateName;
  /** A word about it under its fate. */
  note: string;
}

/** What is wrong comes first. */
const ORDER: readonly FateName[] = ['broken', 'new', 'here'];
const SHOWN = 10;
const MORE = 200;

/** Some rows by what will happen to them: of each kind the first, the others on demand. */
export function useShownRows<R extends CheckedRow>(rows: readonly R[]) {
  const [chosen, choose] = useState<FateName | null>(null);
  const [more, setMore] = useState<Partial<Record<FateName, number>>>({});
  const of = (fate: FateName) => rows.filter((row) => row.fate === fate);
  return {
    chosen,
    choose,
    /** How many there are of a kind, null: of all. */
    count: (fate: FateName | null): number => (fate ? of(fate) : rows).length,
    groups: ORDER.filter((fate) => chosen === null || fate === chosen).map((fate) => {
      const all = of(fate);
      const shown = all.slice(0, SHOWN + (more[fate] ?? 0));
      return { fate, shown, left: all.length - shown.length };
    }),
    showMore: (fate: FateName) => setMore({ ...more, [fate]: (more[fate] ?? 0) + MORE }),
  };
}

export type ShownRows<R extends CheckedRow> = ReturnType<typeof useShownRows<R>>;
