import { FormDialog, Checkbox } from '@paperplane/shared/ui';
import { useState } from 'react';
import { SET_ASIDE_CATEGORIES, type SetAsideCategory } from '../bank-api';
import { categoryText } from './bank-words';

interface SetAsideDialogProps {
  /** What is set aside: "$250.00 · DEPOSIT BRANCH 0212". */
  subtitle: string;
  /** "Set aside this and 3 like it", where it is about more than one. */
  title?: string;
  busy: boolean;
  onSetAside: (category: SetAsideCategory, learn: boolean) => void;
  onClose: () => void;
}

/** Says what a transaction is when it is no commission. */
export function SetAsideDialog({ title, subtitle, busy, onSetAside, onClose }: SetAsideDialogProps) {
  const [category, setCategory] = useState<SetAsideCategory | null>(null);
  const [learn, setLearn] = useState(true);
  const [refused, setRefused] = useState(false);
  return (
    <FormDialog
      title={title ?? 'Set aside'}
      subtitle={subtitle}
      submitLabel="Set aside"
      busy={busy}
      failure={refused && category === null ? 'Choose what this is.' : null}
      onSubmit={() => (category ? onSetAside(category, learn) : setRefused(true))}
      onClose={onClose}
      stacked
    >
      <fieldset className="bank-categories">
        <legend>What is it?</legend>
        {SET_ASIDE_CATEGORIES.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="category"
              value={each}
              checked={category === each}
              onChange={() => setCategory(each)}
            />
            {categoryText(each)}
          </label>
        ))}
      </fieldset>
      <Checkbox
        name="learn"
        label="Set aside later ones of this payer, too, while nothing suggests otherwise"
        checked={learn}
        onChange={(event) => setLearn(event.target.checked)}
      />
    </FormDialog>
  );
}
