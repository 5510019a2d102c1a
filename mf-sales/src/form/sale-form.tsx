import { financialsLock, type MoneyReading } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { RecordForm, type RecordFormTexts } from '@paperplane/shared/records';
import { Notice } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import type { SaleDetail } from '../sale';
import { AmountsSection } from './amounts-section';
import { BookingSection } from './booking-section';
import { CommissionPreview } from './commission-preview';
import { DatesSection } from './dates-section';
import { FormPart } from './form-part';
import { NotesSection } from './notes-section';
import { QuietLinks } from './quiet-links';
import type { CheckedSale } from './sale-schema';
import { useFormParts } from './use-form-parts';
import { useNewRecord } from './use-new-record';
import { useSaleEditor, type SaleRecordEditor } from './use-sale-editor';
import './sale-form.css';

interface SaleFormProps {
  record: SaleRecordEditor;
  /** The sale that is edited; `null` for a new one. */
  sale: SaleDetail | null;
  money: MoneyReading;
  words: Omit<RecordFormTexts, 'note'>;
  /** Saves and leads on. @throws the failure */
  save: (checked: CheckedSale) => Promise<void>;
  /** Above the fields: a draft that is back. */
  banner: ReactNode;
}

/** Create and edit: fields left, the commission live on the right. */
export function SaleForm({ record, sale, money, words, save, banner }: SaleFormProps) {
  const editor = useSaleEditor(record, sale === null, money);
  const { isAdmin } = useAuth();
  const { receivedOn } = useCurrentUser().organization;
  const lock = sale ? financialsLock(sale.status, sale.commission?.status ?? null, isAdmin) : null;
  const { open, dialog, isOpen } = useNewRecord(editor);
  const formParts = useFormParts(editor);
  const { has, parts } = formParts;
  const isBooked = !sale || sale.status === 'booked';
  const LinesPreview = has.lines ? parts.lines.part?.LinesPreview : undefined;
  const quiet = <QuietLinks parts={formParts} locked={lock !== null} isBooked={isBooked} />;

  return (
    <>
      <RecordForm
        {...words}
        label="Sale"
        editor={record}
        onSubmit={() => void record.submit(save)}
        banner={banner}
        notice={lock && <Notice>{lock}</Notice>}
        noteTitle="Commission preview"
        note={
          <div className="pp-card-b sale-preview">
            {LinesPreview ? (
              <LinesPreview form={editor.form} money={money} />
            ) : (
              <CommissionPreview form={editor.form} money={money} />
            )}
            {!sale && (
              <p className="pp-hint">
                Starts as Unpaid. It moves to Funds received when{' '}
                {receivedOn === 'deposit_matched' ? 'the vendor’s deposit is matched' : 'the customer pays'}.
              </p>
            )}
          </div>
        }
      >
        <BookingSection
          editor={editor}
          sale={sale}
          currency={money.currency}
          locked={lock !== null}
          parts={formParts}
          creating={isOpen}
          onCreate={open}
        />
        <DatesSection editor={editor} />
        {has.lines ? (
          <FormPart title="Lines" state={parts.lines}>
            {({ LinesSection }) => (
              <LinesSection
                editor={editor}
                money={money}
                vendor={editor.picked.vendor?.name ?? null}
                locked={lock !== null}
              >
                {quiet}
              </LinesSection>
            )}
          </FormPart>
        ) : (
          <AmountsSection editor={editor} vendor={editor.picked.vendor} money={money} locked={lock !== null}>
            {quiet}
          </AmountsSection>
        )}
        {lock === null && has.shares && (
          <FormPart title="Shares" state={parts.shares}>
            {({ default: SharesSection }) => (
              <SharesSection editor={editor} money={money} seller={sale?.agent ?? null} />
            )}
          </FormPart>
        )}
        {isBooked && has.dates && (
          <FormPart title="Customer pays" state={parts.dates}>
            {({ default: PaymentDatesSection }) => <PaymentDatesSection editor={editor} money={money} />}
          </FormPart>
        )}
        <NotesSection editor={editor} />
      </RecordForm>
      {dialog}
    </>
  );
}
