import { plural } from '@paperplane/shared/domain';
import { Button, Dialog, DescriptionList } from '@paperplane/shared/ui';
import type { Overlap } from './overlaps';

interface OverlapDialogProps {
  overlaps: readonly Overlap[];
  busy: boolean;
  onBack: () => void;
  /** Save the form over what is there. */
  onSave: () => void;
}

/** Somebody else changed the same fields first: says what would be overwritten before it is. */
export function OverlapDialog({ overlaps, busy, onBack, onSave }: OverlapDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title="This customer changed while you were editing"
      subtitle={`Somebody else saved ${plural(overlaps.length, 'field')} that you changed, too. Nothing of yours is saved yet.`}
      onCloseRequest={onBack}
      footer={
        <>
          <Button variant="outline" onClick={onBack} data-autofocus>
            Back to the form
          </Button>
          <Button loading={busy} onClick={onSave}>
            Save mine
          </Button>
        </>
      }
    >
      <DescriptionList
        layout="stack"
        items={overlaps.map(({ label, theirs, mine }) => ({
          term: label,
          value:
            theirs === null || mine === null ? (
              'Changed by somebody else. Yours replaces it.'
            ) : (
              <>
                Now <b>{theirs}</b>, yours <b>{mine}</b>
              </>
            ),
        }))}
      />
    </Dialog>
  );
}
