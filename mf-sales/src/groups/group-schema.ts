import {
  isIsoDate,
  LIMITS,
  optionalDate,
  optionalText,
  percentInput,
  percentText,
  requiredText,
  returnOnOrAfter,
} from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { SaleGroupDetail, VendorOption } from '../sale';

/** The form of a group as typed; the vendor as it was chosen. */
export interface GroupTexts {
  name: string;
  vendor: VendorOption | null;
  bookingReference: string;
  travelDate: string;
  returnDate: string;
  defaultCommissionRate: string;
  notes: string;
}

/** The rules of the form: those of the database, earlier and with the same messages. */
export const groupSchema = v.pipe(
  v.object({
    name: requiredText('Enter the name of the group.', LIMITS.name),
    vendor: v.pipe(
      v.custom<VendorOption | null>(() => true),
      v.check((vendor) => vendor !== null, 'Choose the vendor of this group.'),
    ),
    bookingReference: optionalText(LIMITS.bookingReference),
    travelDate: optionalDate(),
    returnDate: optionalDate(),
    defaultCommissionRate: percentText(),
    notes: optionalText(LIMITS.notes),
  }),
  v.forward(
    v.partialCheck(
      [['travelDate'], ['returnDate']],
      ({ travelDate, returnDate }) =>
        !isIsoDate(travelDate) || !isIsoDate(returnDate) || returnDate >= travelDate,
      ({ input }) => returnOnOrAfter(input.travelDate ?? ''),
    ),
    ['returnDate'],
  ),
);
export type CheckedGroup = v.InferOutput<typeof groupSchema>;

/** What the form starts from; empty for a new group. */
export const groupTexts = (group: SaleGroupDetail | null): GroupTexts => ({
  name: group?.name ?? '',
  vendor: group?.vendor ?? null,
  bookingReference: group?.bookingReference ?? '',
  travelDate: group?.travelDate ?? '',
  returnDate: group?.returnDate ?? '',
  defaultCommissionRate: percentInput(group?.defaultCommissionRate),
  notes: group?.notes ?? '',
});

/** What a checked form sends. */
export const groupInput = ({ vendor, ...group }: CheckedGroup) => ({ ...group, vendorId: vendor?.id ?? '' });
