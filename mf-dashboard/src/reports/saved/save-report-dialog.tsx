import { displayMessage } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { Checkbox, FormDialog, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { Definition } from '../definition';
import { useChangeSavedReportMutation, useSaveReportMutation, type SavedReport } from '../report-api';

interface SaveReportDialogProps {
  /** What is saved; of a saved report its name and whom it is for are changed. */
  definition: Definition;
  saved?: SavedReport;
  onClose: () => void;
}

const LONGEST = 100;

/** Keeps a report by name: the choices, not the figures. */
export function SaveReportDialog({ definition, saved, onClose }: SaveReportDialogProps) {
  const toast = useToast();
  const start = { name: saved?.name ?? '', shared: saved?.shared ?? false };
  const [typed, setTyped] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const [save, saving] = useSaveReportMutation();
  const [change, changing] = useChangeSavedReportMutation();

  async function submit() {
    const name = typed.name.trim();
    if (name === '') return setProblem('Enter a name.');
    if (name.length > LONGEST) return setProblem(`Use at most ${LONGEST} characters.`);
    try {
      await (saved
        ? change({ id: saved.id, name, shared: typed.shared }).unwrap()
        : save({ name, definition, shared: typed.shared }).unwrap());
      toast.success(
        saved ? 'Report changed' : 'Report saved',
        saved ? undefined : 'It stands on the Reports page.',
      );
      onClose();
    } catch (error) {
      setProblem(displayMessage(error));
    }
  }
  return (
    <FormDialog
      title={saved ? `Change ${saved.name}` : 'Save report'}
      subtitle={
        saved ? undefined : 'Range and filters are kept; the figures are those of the day you open it.'
      }
      submitLabel={saved ? 'Save changes' : 'Save report'}
      busy={saving.isLoading || changing.isLoading}
      dirty={typed.name !== start.name || typed.shared !== start.shared}
      stacked
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        value={typed.name}
        error={problem ?? undefined}
        onChange={({ target }) => {
          setTyped({ ...typed, name: target.value });
          setProblem(null);
        }}
      />
      <Checkbox
        label="Share it with everybody in the agency. Each person sees their own figures in it."
        name="shared"
        checked={typed.shared}
        onChange={({ target }) => setTyped({ ...typed, shared: target.checked })}
      />
    </FormDialog>
  );
}
