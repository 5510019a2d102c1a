import { financialsLock, percentInput } from '@paperplane/shared/domain';
import { applyServerError } from '@paperplane/shared/forms';
import { Link } from '@paperplane/shared/platform';
import {
  Button,
  buttonClass,
  Card,
  ErrorSummary,
  FormActions,
  FormLayout,
  Notice,
  submitOnModEnter,
} from '@paperplane/shared/ui';
import { useRef, useState } from 'react';
import type { SaleDetail, SentSale, VendorOption } from '../sale';
import { AmountsSection } from './amounts-section';
import { BookingSection } from './booking-section';
import { CommissionPreview } from './commission-preview';
import { DatesSection } from './dates-section';
import { NotesSection } from './notes-section';
import { SALE_FIELDS, toSent, type SaleValues } from './sale-values';
import { SubmitKeys } from './submit-keys';
import { useSaleForm } from './use-sale-form';
import './sale-form.css';

interface SaleFormProps {
  /** The sale that is edited; without one the form makes a new sale. */
  sale?: SaleDetail;
  defaultValues: SaleValues;
  currency: string;
  /** "Create sale". */
  submitLabel: string;
  /** Ends "Fix 2 fields to …". */
  purpose: string;
  /** Title over a failure that belongs to no field. */
  failureTitle: string;
  cancelTo: string;
  /** @throws AppError when the sale was not saved; what was typed stays */
  onSave: (sent: SentSale) => Promise<void>;
}

/** Create and edit (spec section 2): fields left, the commission live on the right. */
export function SaleForm(props: SaleFormProps) {
  const { sale, defaultValues, currency, submitLabel, purpose, failureTitle, cancelTo, onSave } = props;
  const form = useSaleForm(defaultValues);
  const [vendor, setVendor] = useState<VendorOption | null>(sale?.vendor ?? null);
  // The rate a vendor filled in: what somebody typed is never replaced.
  const filled = useRef('');
  const lock = sale ? financialsLock(sale.status, sale.commissionStatus) : null;
  const { errors, isSubmitting, submitCount } = form.formState;

  function chooseVendor(next: VendorOption | null) {
    setVendor(next);
    if (sale || next?.defaultCommissionRate == null) return;
    const { commissionRate, commissionBasis } = form.getValues();
    if (commissionBasis === 'amount' || commissionRate !== filled.current) return;
    filled.current = percentInput(next.defaultCommissionRate);
    form.setRate(filled.current);
  }

  const submit = form.handleSubmit(async (checked) => {
    try {
      await onSave(toSent(checked));
    } catch (error) {
      applyServerError(error, SALE_FIELDS, form.setError);
    }
  });

  return (
    // The keys are a shortcut for the button; nothing here is reachable by them alone.
    <form
      noValidate
      onKeyDown={submitOnModEnter}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void submit();
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
            form={form}
            sale={sale}
            vendor={vendor}
            onChooseVendor={chooseVendor}
            locked={lock !== null}
          />
          <DatesSection form={form} />
          <AmountsSection form={form} vendor={vendor} currency={currency} locked={lock !== null} />
          <NotesSection form={form} />
        </Card>
      </FormLayout>
    </form>
  );
}
