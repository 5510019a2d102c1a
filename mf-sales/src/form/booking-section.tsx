import { customerOpen } from '@paperplane/shared/domain';
import { useAuth } from '@paperplane/shared/platform';
import { FormSection, TextField } from '@paperplane/shared/ui';
import type { SaleDetail } from '../sale';
import { AgentField } from './agent-field';
import { CustomerPicker } from './customer-picker';
import { DuplicateNotice } from './duplicate-notice';
import { GroupPart } from './group-part';
import type { NewRecord } from './new-record';
import { TravelersField } from './travelers-field';
import type { FormParts } from './use-form-parts';
import type { SaleEditor } from './use-sale-editor';
import { VendorPicker } from './vendor-picker';

interface BookingSectionProps {
  editor: SaleEditor;
  sale: SaleDetail | null;
  currency: string;
  /** Vendor and agent may not change any more. */
  locked: boolean;
  parts: FormParts;
  /** A dialog is open: a field that lost the focus to it has not been left. */
  creating: boolean;
  onCreate: (record: NewRecord) => void;
}

/** Who is traveling, and who sells the trip. */
export function BookingSection(props: BookingSectionProps) {
  const { editor, sale, currency, locked, parts, creating, onCreate } = props;
  const { form } = editor;
  const { isAdmin } = useAuth();
  return (
    <FormSection title="Booking" hint="Who is traveling, and who sells the trip.">
      <div className="pp-formgrid">
        <div className="full">
          <CustomerPicker
            editor={editor}
            lockedAs={sale && !customerOpen(sale.status, isAdmin) ? sale.status : null}
            creating={creating}
            onCreate={(typed) => onCreate({ kind: 'customer', typed })}
          />
        </div>
        <div className="full">
          <TravelersField editor={editor} onCreate={(typed) => onCreate({ kind: 'traveler', typed })} />
        </div>
        <VendorPicker
          editor={editor}
          readOnly={locked}
          creating={creating}
          onCreate={(typed) => onCreate({ kind: 'vendor', typed })}
        />
        <TextField
          label="Booking reference"
          hint="As printed on the vendor’s confirmation."
          autoComplete="off"
          {...editor.field('bookingReference')}
        />
        <div className="full sale-form-duplicates">
          <DuplicateNotice form={form} currency={currency} sale={sale} />
        </div>
        <div className="full">
          <AgentField editor={editor} current={sale?.agent ?? null} readOnly={locked} />
        </div>
        {parts.has.group && (
          <div className="full">
            <GroupPart editor={editor} parts={parts} locked={locked} />
          </div>
        )}
      </div>
    </FormSection>
  );
}
