import type { AnyStatus, PersonName } from '@paperplane/shared/domain';

export type ChoiceKind =
  | 'customer'
  | 'sale'
  | 'commission'
  | 'vendor'
  | 'member'
  | 'document'
  | 'bank'
  | 'page'
  | 'setting'
  | 'task'
  // Adds a record.
  | 'action';

/** Something the search offers, as data: a row draws it, a recent one is kept. */
export interface Choice {
  kind: ChoiceKind;
  href: string;
  title: string;
  /** Beside the title, more quietly: whose booking it is. */
  beside?: string;
  detail?: string;
  /** Found by these words, too; nobody sees them. */
  words?: string;
  person?: PersonName;
  picture?: string | null;
  amount?: string;
  status?: AnyStatus;
  /** What it is, without what goes out of date: the second line among the recent ones. Pages have none and are not kept. */
  recently?: string;
}

export interface ChoiceGroup {
  label: string;
  choices: Choice[];
}
