/** What was saved already with the key of a request that now sends something else (docs/product/platform.md, Nothing twice). */
export interface SavedAlready {
  /** What it is: `sale`, `commission`; absent, like id and name, when it cannot be seen any more. */
  readonly kind?: string;
  readonly id?: string;
  /** Of a document: the record whose page shows it. */
  readonly record?: { readonly kind: string; readonly id: string };
  /** How it is called: a booking reference, a name. */
  readonly name?: string;
  /** The fields in which the two differ, as the database names them. */
  readonly differs: readonly string[];
}

/** The hint by which the database marks such a refusal. */
export const SAVED_ALREADY = 'saved_already';

/** Reads the details of such a refusal; what cannot be read says nothing. */
export function readSavedAlready(details: string): SavedAlready {
  try {
    const found = JSON.parse(details) as Partial<SavedAlready> | null;
    return { ...found, differs: Array.isArray(found?.differs) ? found.differs : [] };
  } catch {
    return { differs: [] };
  }
}

/** Fields as a sentence names them: `customer_id` is "customer", `traveler_ids` "travelers". */
export const differingFields = ({ differs }: SavedAlready): string =>
  differs.map((name) => name.replace(/_id(s?)$/, '$1').replaceAll('_', ' ')).join(', ');
