import { useId, type ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { InlineBanner } from './inline-banner';
import './kit/form-layout-lazy.css';
import { submitOnModEnter } from './submit-on-mod-enter';
import { useGuardedClose } from './use-guarded-close';

export interface FormDialogProps {
  title: string;
  subtitle: string;
  submitLabel: string;
  submitVariant?: 'primary' | 'danger';
  /** A failure that belongs to no field, and what stands over it. */
  failure: string | undefined;
  failedTitle: string;
  dirty: boolean;
  busy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
}

/** A small form in a dialog: nothing typed is lost, and an Esc asks first. */
export function FormDialog(props: FormDialogProps) {
  const { title, subtitle, submitLabel, failure, failedTitle, dirty, busy, onSubmit, onClose } = props;
  const formId = useId();
  const { requestClose, question } = useGuardedClose({ dirty, busy, onClose });

  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      onCloseRequest={requestClose}
      footer={
        <>
          <Button variant="outline" onClick={requestClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={props.submitVariant} loading={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onKeyDown={submitOnModEnter}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        <div className="pp-stack">
          {failure && (
            <InlineBanner tone="danger" title={failedTitle}>
              {failure}
            </InlineBanner>
          )}
          <div className="pp-formgrid">{props.children}</div>
        </div>
      </form>
      {question}
    </Dialog>
  );
}
