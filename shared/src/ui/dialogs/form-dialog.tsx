import { useId, type ReactNode } from 'react';
import { Button } from '../actions/button';
import { Dialog } from './dialog';
import { InlineBanner } from '../feedback/inline-banner';
import '../kit/form-layout-lazy.css';
import { submitOnModEnter } from '../actions/submit-on-mod-enter';
import { useGuardedClose, type GuardedCloseOptions } from './use-guarded-close';

export interface FormDialogProps extends Pick<
  GuardedCloseOptions,
  'busy' | 'onClose' | 'onDiscard' | 'leaving'
> {
  title: string;
  subtitle?: ReactNode;
  /** Without it nothing can be done here but read and close. */
  submitLabel?: string;
  /** Its whole name, where the title does not say amount, people and day (actName); begins with the label. */
  submitName?: string;
  submitVariant?: 'primary' | 'danger';
  /** A failure that belongs to no field, and what stands over it. */
  failure?: string | null;
  failedTitle?: string;
  /** What else there is to say of the last try. */
  notice?: ReactNode;
  /** What stands in the fields was typed before. */
  restored?: boolean;
  dirty?: boolean;
  onSubmit: () => void;
  /** The fields stand one under the other, not in two columns. */
  stacked?: boolean;
  /** The fields. */
  children: ReactNode;
}

/** A small form in a dialog: nothing typed is lost, and an Esc asks first. */
export function FormDialog(props: FormDialogProps) {
  const { title, subtitle, submitLabel, failure, failedTitle, notice, restored, stacked, children } = props;
  const { dirty = false, busy, onSubmit, onClose, onDiscard, leaving } = props;
  const formId = useId();
  const { requestClose, question } = useGuardedClose({ dirty, busy, onClose, onDiscard, leaving });

  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      onCloseRequest={requestClose}
      footer={
        <>
          <Button variant="outline" onClick={requestClose} disabled={busy}>
            {submitLabel ? 'Cancel' : 'Close'}
          </Button>
          {submitLabel && (
            <Button
              type="submit"
              form={formId}
              variant={props.submitVariant}
              loading={busy}
              aria-label={props.submitName}
            >
              {submitLabel}
            </Button>
          )}
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
          {notice}
          {restored && <InlineBanner title="What you typed is back">It is not saved yet.</InlineBanner>}
          {stacked ? children : <div className="pp-formgrid">{children}</div>}
        </div>
      </form>
      {question}
    </Dialog>
  );
}
