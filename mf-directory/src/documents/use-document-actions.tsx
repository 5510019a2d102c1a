import { displayMessage } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { LazyConfirmDialog } from '@paperplane/shared/records';
import type { MenuItem } from '@paperplane/shared/ui';
import { lazy, Suspense, useState } from 'react';
import type { DocumentRecord, ListedDocument } from './document';
import { useDeleteDocumentMutation } from './documents-api';

const UploadDialog = lazy(async () => ({
  default: (await import(/* webpackChunkName: "lazy-document-upload" */ './form/upload-dialog')).UploadDialog,
}));
const EditDialog = lazy(async () => ({
  default: (await import(/* webpackChunkName: "lazy-document-edit" */ './form/edit-dialog')).EditDialog,
}));
const DocumentView = lazy(async () => ({
  default: (await import(/* webpackChunkName: "lazy-document-view" */ './view/document-view')).DocumentView,
}));

type Asking =
  | { what: 'upload'; record: DocumentRecord | null }
  | { what: 'version' | 'edit' | 'delete'; document: ListedDocument };

interface Viewing {
  /** Id of the open document. */
  open: string | null;
  setOpen: (id: string | null) => void;
}

/** What can be done with documents, and the dialogs for it. */
export function useDocumentActions({ open, setOpen }: Viewing) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);

  const itemsFor = (document: ListedDocument): MenuItem[] => [
    { key: 'open', label: 'Open', onSelect: () => setOpen(document.id) },
    ...(document.mayChange
      ? [
          {
            key: 'version',
            label: 'New version…',
            onSelect: () => setAsking({ what: 'version', document }),
          },
          { key: 'edit', label: 'Edit…', onSelect: () => setAsking({ what: 'edit', document }) },
          {
            key: 'delete',
            label: 'Delete…',
            danger: true,
            separated: true,
            onSelect: () => setAsking({ what: 'delete', document }),
          },
        ]
      : []),
  ];

  const dialogs = (
    <Suspense>
      {open && <DocumentView id={open} onClose={() => setOpen(null)} />}
      {asking?.what === 'upload' && <UploadDialog record={asking.record} onClose={close} />}
      {asking?.what === 'version' && <UploadDialog of={asking.document} onClose={close} />}
      {asking?.what === 'edit' && <EditDialog document={asking.document} onClose={close} />}
      {asking?.what === 'delete' && <DeleteDialog document={asking.document} onClose={close} />}
    </Suspense>
  );
  return {
    itemsFor,
    dialogs,
    upload: (record: DocumentRecord | null) => setAsking({ what: 'upload', record }),
  };
}

function DeleteDialog({ document, onClose }: { document: ListedDocument; onClose: () => void }) {
  const [remove, { isLoading, error }] = useDeleteDocumentMutation();
  const toast = useToast();
  async function confirm() {
    const answer = await remove(document.id);
    if (answer.error) return;
    toast.done(`${document.title} is deleted`, 'This cannot be undone.');
    onClose();
  }
  return (
    <LazyConfirmDialog
      title={`Delete ${document.title}?`}
      confirmLabel="Delete document"
      cancelLabel="Keep it"
      busy={isLoading}
      error={error ? displayMessage(error) : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      It goes with all its versions, for everybody. This cannot be undone.
    </LazyConfirmDialog>
  );
}
