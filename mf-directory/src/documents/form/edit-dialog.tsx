import { displayMessage, isAppError } from '@paperplane/shared/domain';
import { useAuth, useToast } from '@paperplane/shared/platform';
import { ToldFailure, useRequestKey } from '@paperplane/shared/records';
import { FormDialog } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { ListedDocument } from '../document';
import { useSaveDocumentMutation } from '../documents-api';
import { DocumentFields } from './document-fields';
import { inputOf, inputProblems } from './document-input';

/** Changes what is said about a document. */
export function EditDialog({ document, onClose }: { document: ListedDocument; onClose: () => void }) {
  const { isAdmin } = useAuth();
  const toast = useToast();
  const [save] = useSaveDocumentMutation();
  const { send, notice } = useRequestKey();
  const [{ saving, error }, setState] = useState<{ saving: boolean; error: unknown }>({
    saving: false,
    error: null,
  });
  const [input, setInput] = useState(() => inputOf(document));
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const field = isAppError(error) && error.field !== 'version' ? error.field : undefined;
  const errors = field && isAppError(error) ? { ...problems, [field]: error.userMessage } : problems;

  async function submit() {
    const found = inputProblems(input, isAdmin);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setState({ saving: true, error: null });
    try {
      await send((requestKey) =>
        save({ id: document.id, version: document.version, input, requestKey }).unwrap(),
      );
    } catch (problem) {
      return setState({ saving: false, error: problem instanceof ToldFailure ? null : problem });
    }
    toast.success('Document saved', input.title);
    onClose();
  }

  return (
    <FormDialog
      title="Edit document"
      submitLabel="Save"
      busy={saving}
      notice={notice}
      dirty={JSON.stringify(input) !== JSON.stringify(inputOf(document))}
      failure={error && !field ? displayMessage(error) : null}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      <DocumentFields
        input={input}
        errors={errors}
        onChange={(changes) => {
          setInput((now) => ({ ...now, ...changes }));
          setProblems({});
        }}
      />
    </FormDialog>
  );
}
