import { paths, useNavigate, useToast } from '@paperplane/shared/platform';
import { useKeys } from '@paperplane/shared/ui';
import type { BankView } from '../bank-api';
import type { BankRow } from '../bank-types';
import type { KeyHelp } from '../parts/keys-help';
import type { useUndo } from '../parts/use-undo';
import { isSelectable } from './bank-groups';
import type { foldRows } from './fold-rows';
import type { useCurrentRow } from './use-current-row';
import type { InboxActions } from './use-inbox-actions';
import type { Selection } from './use-selection';

/** The keys as the foot of the list names them. */
export const KEYS: readonly KeyHelp[] = [
  { keys: ['J', 'K'], does: 'move' },
  { keys: ['X'], does: 'select' },
  { keys: ['A'], does: 'accept' },
  { keys: ['R'], does: 'not this' },
  { keys: ['↵'], does: 'open' },
  { keys: ['S'], does: 'set aside' },
  { keys: ['⇧', 'S'], does: 'and those like it' },
  { keys: ['Z'], does: 'undo' },
  { keys: ['?'], does: 'all keys' },
];

/** All keys, as their dialog explains them. */
export const ALL_KEYS: readonly KeyHelp[] = [
  { keys: ['J', '↓'], does: 'Next transaction' },
  { keys: ['K', '↑'], does: 'Previous transaction' },
  { keys: ['X'], does: 'Select it, or take it out of the selection' },
  { keys: ['⇧', 'J', 'K'], does: 'Select up to the next or previous one; also Shift and click' },
  { keys: ['Esc'], does: 'Select nothing' },
  {
    keys: ['A'],
    does: 'Accept what is suggested, and go to the next one; of a selection all that can be accepted',
  },
  { keys: ['⇧', 'A'], does: 'Accept all that is certain' },
  { keys: ['R'], does: 'Not this: the suggestion is never made again' },
  { keys: ['↵'], does: 'Open it' },
  { keys: ['S'], does: 'Set it, or the selection, aside: it is no commission' },
  { keys: ['⇧', 'S'], does: 'Set it aside, and those that are like it' },
  { keys: ['Z', 'U'], does: 'Take the last decision back' },
  { keys: ['/'], does: 'Search' },
  { keys: ['?'], does: 'These keys' },
];

interface InboxKeys {
  view: BankView;
  folds: ReturnType<typeof foldRows>;
  /** The row the keys are about. */
  row: BankRow | undefined;
  current: ReturnType<typeof useCurrentRow>;
  selection: Selection;
  /** The rows that are selected, with those behind them. */
  selected: readonly BankRow[];
  actions: InboxActions;
  onAcceptSelected: () => void;
  /** @param alike what is like it goes along */
  onSetAside: (rows: readonly BankRow[], alike: boolean) => void;
  onUndo: ReturnType<typeof useUndo>['undo'];
  onHelp: () => void;
}

/** What each key does in the bank's inbox. */
export function useInboxKeys({
  view,
  folds,
  row,
  current,
  selection,
  selected,
  actions,
  onAcceptSelected,
  onSetAside,
  onUndo,
  onHelp,
}: InboxKeys): void {
  const navigate = useNavigate();
  const toast = useToast();
  const extend = (step: 1 | -1) => {
    const place = folds.findIndex((fold) => fold.row.id === current.currentId);
    const next = folds[place + step]?.row;
    if (row && isSelectable(row) && next && isSelectable(next)) selection.range(next.id, row.id);
    current.move(step);
  };
  const accept = () => {
    if (selected.length > 0) return onAcceptSelected();
    if (!row) return;
    if (row.status === 'suggested' && row.suggestion?.acceptable) {
      current.passOver(row.id);
      void actions.accept(row);
    } else toast.info('This one needs a look', 'Enter opens it.');
  };
  const certain = folds.flatMap((fold) => (fold.row.group === 'certain' ? fold.rows : []));
  useKeys({
    j: () => current.move(1),
    ArrowDown: () => current.move(1),
    k: () => current.move(-1),
    ArrowUp: () => current.move(-1),
    J: () => extend(1),
    'Shift+ArrowDown': () => extend(1),
    K: () => extend(-1),
    'Shift+ArrowUp': () => extend(-1),
    x: () => row && isSelectable(row) && selection.toggle(row.id),
    Escape: selected.length > 0 ? selection.clear : undefined,
    a: accept,
    A: certain.length > 0 && view === 'review' ? () => void actions.acceptAll(certain, true) : undefined,
    r: () => {
      if (row?.status === 'suggested') void actions.reject(row);
    },
    s: () => {
      if (selected.length > 0) onSetAside(selected, false);
      else if (row && isSelectable(row)) onSetAside([row], false);
    },
    S: () => row?.alike && onSetAside([row], true),
    Enter: () => row && void navigate(paths.bankTransaction.href(row.id)),
    z: onUndo,
    u: onUndo,
    '/': () => document.querySelector<HTMLInputElement>('.bank-bar input[type=search]')?.focus(),
    '?': onHelp,
  });
}
