import { financialsLock } from '@paperplane/shared/domain';
import { Link } from '@paperplane/shared/platform';
import {
  Button,
  buttonClass,
  Card,
  ErrorSummary,
  FormActions,
  FormLayout,
  Notice,
  SubmitKeys,
  submitOnModEnter,
} from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import type { SaleDetail } from '../sale';
import { AmountsSection } from './amounts-section';
import { BookingSection } from './booking-section';
import { CommissionPreview } from './commission-preview';
import { DatesSection } from './dates-section';
import { NotesSection } from './notes-section';
import { SALE_FIELDS } from './sale-values';
import { useNewRecord } from './use-new-record';
import type { SaleEditor } from './use-sale-editor';
import './sale-form.css';

interface SaleFormProps {
  editor: SaleEditor;
  /** The sale that is edited; `null` for a new one. */
  sale: SaleDetail | null;
  currency: string;
  /** "Create sale". */
  submitLabel: string;
  /** Ends "Fix 2 fields to …". */
  purpose: string;
  /** Title over a failure that belongs to no field. */
  failureTitle: string;
  cancelTo: string;
  onSubmit: () => void;
  /** Above the fields: a draft that is back. */
  banner?: ReactNode;
}

/** Create and edit: fields left, the commission live on the right. */
export function SaleForm(props: SaleFormProps) {
  const { editor, sale, currency, submitLabel, purpose, failureTitle, cancelTo, onSubmit, banner } = props;
  const { form, picked } = editor;
  const lock = sale ? financialsLock(sale.status, sale.commissionStatus) : null;
  const { errors, isSubmitting, submitCount } = form.formState;
  const { open, dialog, isOpen } = useNewRecord(editor);

  return (
    <>
      <form
        noValidate
        // The keys are a shortcut for the button; nothing here is reachable by them alone.
        onKeyDown={submitOnModEnter}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSubmitting) onSubmit();
        }}
      >
        <FormLayout
          aside={
            <>
              <Card title="Commission preview" line={false} padded={false}>
                <div className="pp-card-b sale-preview">
                  <CommissionPreview form={form} currency={currency} />
                  {!sale && (
                    <p className="pp-hint">
                      Starts as Unpaid. It moves to Funds received when the customer pays.
                    </p>
                  )}
                </div>
                <FormActions>
                  <Button type="submit" block loading={isSubmitting}>
                    {submitLabel}
                  </Button>
                  <Link className={buttonClass('ghost', { block: true })} to={cancelTo}>
                    <span>Cancel</span>
                  </Link>
                </FormActions>
              </Card>
              <SubmitKeys verb={sale ? 'save' : 'create'} />
            </>
          }
        >
          {banner}
          <ErrorSummary
            errors={SALE_FIELDS.flatMap((name) => {
              const message = errors[name]?.message;
              return message ? [{ name, message }] : [];
            })}
            purpose={purpose}
            message={errors.root?.['server']?.message}
            title={failureTitle}
            submitCount={submitCount}
          />
          {lock && <Notice>{lock}</Notice>}
          <Card padded={false} label="Sale">
            <BookingSection
              editor={editor}
              sale={sale}
              currency={currency}
              locked={lock !== null}
              creating={isOpen}
              onCreate={open}
            />
            <DatesSection form={form} />
            <AmountsSection form={form} vendor={picked.vendor} currency={currency} locked={lock !== null} />
            <NotesSection form={form} />
          </Card>
        </FormLayout>
      </form>
      {dialog}
    </>
  );
}
