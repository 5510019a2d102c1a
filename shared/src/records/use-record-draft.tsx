import { useCurrentUser, useDraft, type Draft } from '@paperplane/shared/platform';
import { Fragment, useState, type ReactNode } from 'react';
import { DraftBanner } from '../ui';
import { readRecordDraft, type DraftShape, type RecordDraft } from './record-draft';

export interface DraftOfForm<Values, Saved> {
  draft: Draft;
  /** What was typed the last time and not saved. */
  restored: RecordDraft<Values, Saved> | null;
  /** Says that it is back, and how to be rid of it. */
  banner: ReactNode;
}

interface RecordDraftOptions<Values, Saved> {
  /** `vendor-create`, `vendor-edit.<id>`. */
  name: string;
  rules: DraftShape<Values>;
  /** Makes what is found fit the record as it is by now. */
  adapt?: (found: RecordDraft<Values, Saved>) => RecordDraft<Values, Saved>;
  /** What else the banner says of it. */
  note?: (found: RecordDraft<Values, Saved>) => string | false;
  /** The draft is to be forgotten: the form begins again from here. */
  onDiscard?: () => void;
}

/**
 * The draft of a record's form, with the banner over a form that starts from it.
 * @returns what draws the form, given the draft: anew when the draft is discarded
 */
export function useRecordDraft<Values, Saved>(options: RecordDraftOptions<Values, Saved>) {
  const { name, rules, adapt, note, onDiscard } = options;
  const { timeZone } = useCurrentUser().organization;
  const draft = useDraft(name);
  const [restored, setRestored] = useState(() => {
    const found = readRecordDraft<Values, Saved>(draft, rules);
    return found && adapt ? adapt(found) : found;
  });
  const banner = restored && (
    <DraftBanner
      savedAt={restored.savedAt}
      timeZone={timeZone}
      note={note?.(restored)}
      onDiscard={() => {
        draft.discard();
        onDiscard?.();
        setRestored(null);
      }}
    />
  );
  return (draw: (found: DraftOfForm<Values, Saved>) => ReactNode) => (
    <Fragment key={restored ? 'restored' : 'blank'}>{draw({ draft, restored, banner })}</Fragment>
  );
}
