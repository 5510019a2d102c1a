import { useCurrentUser, useDraft, type Draft } from '@paperplane/shared/platform';
import { DraftBanner } from '@paperplane/shared/ui';
import { Fragment, useState, type ReactNode } from 'react';
import { readRecordDraft, type DraftShape, type RecordDraft } from './record-draft';

export interface DraftOfForm<Values, Saved> {
  draft: Draft;
  /** What was typed the last time and not saved. */
  restored: RecordDraft<Values, Saved> | null;
  /** Says that it is back, and how to be rid of it. */
  banner: ReactNode;
}

interface DraftOfRecordProps<Values> {
  /** `vendor-create`, `vendor-edit.<id>`. */
  name: string;
  rules: DraftShape<Values>;
  /** The draft is to be forgotten: the form begins again from here. */
  onDiscard?: () => void;
}

/**
 * The draft of a record's form, with the banner over a form that starts from it.
 * @returns it, and what draws the form: anew when the draft is discarded
 */
export function useDraftOfRecord<Values, Saved>({ name, rules, onDiscard }: DraftOfRecordProps<Values>) {
  const { timeZone } = useCurrentUser().organization;
  const draft = useDraft(name);
  const [restored, setRestored] = useState(() => readRecordDraft<Values, Saved>(draft, rules));
  const banner = restored && (
    <DraftBanner
      savedAt={restored.savedAt}
      timeZone={timeZone}
      onDiscard={() => {
        draft.discard();
        onDiscard?.();
        setRestored(null);
      }}
    />
  );
  const form = (draw: (found: DraftOfForm<Values, Saved>) => ReactNode) => (
    <Fragment key={restored ? 'restored' : 'blank'}>{draw({ draft, restored, banner })}</Fragment>
  );
  return form;
}
