import { percentInput, vendorRateOn, type MoneyReading } from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import type { RecordEditor } from '@paperplane/shared/records';
import { useRef } from 'react';
import type { CustomerOption, GroupOption, SaleDetail, SaleTraveler, VendorOption } from '../sale';
import { followingText } from './commission-figures';
import type { CheckedSale } from './sale-schema';
import type { Picked, SaleValues } from './sale-values';

/** The state of the sale form, as its page has it. */
export type SaleRecordEditor = RecordEditor<SaleValues, CheckedSale, SaleDetail>;

/** The rate a new sale starts with, in percent: its group's, else what its vendor pays on the day of the sale. */
function usualRate({ picked: { group, vendor }, saleDate }: SaleValues): number | null {
  return group?.defaultCommissionRate ?? (vendor && vendorRateOn(vendor, saleDate));
}

/**
 * What a sale's form does beyond a record's: rate and amount drive each other and remember which of them was typed, and whoever is chosen
 * in a picker stands in the form with their name.
 * @param isNew a new sale takes the usual rate of its vendor
 * @param money whose amounts are typed
 */
export function useSaleEditor({ form, field }: SaleRecordEditor, isNew: boolean, money: MoneyReading) {
  const { control, getValues, setValue, clearErrors, trigger } = form;
  const picked = useWatch({ control, name: 'picked' });
  /** The rate a vendor filled in: what somebody typed is never replaced. */
  const filled = useRef(isNew ? percentInput(usualRate(getValues())) : '');

  /** Lets the number nobody typed follow. */
  function follow() {
    const { commissionRate, commissionAmount } = followingText(getValues(), money);
    if (commissionRate !== undefined) setValue('commissionRate', commissionRate);
    if (commissionAmount !== undefined) setValue('commissionAmount', commissionAmount);
    clearErrors(['commissionRate', 'commissionAmount']);
  }

  const amountField = (name: 'totalAmount' | 'commissionRate' | 'commissionAmount') =>
    field(name, () => {
      if (name === 'commissionRate') setValue('commissionBasis', 'rate');
      if (name === 'commissionAmount') setValue('commissionBasis', 'amount');
      follow();
    });

  /** Fills the rate, as a choice of vendor does. */
  function setRate(rate: string) {
    setValue('commissionRate', rate);
    setValue('commissionBasis', 'rate');
    follow();
  }

  const pick = (change: Partial<Picked>) => setValue('picked', { ...getValues('picked'), ...change });

  function setTravelers(travelers: readonly SaleTraveler[]) {
    pick({ travelers });
    setValue(
      'travelerIds',
      travelers.map(({ id }) => id),
    );
    clearErrors('travelerIds');
  }

  /** Whoever pays travels as a matter of course, and is no traveler beside themselves. */
  function chooseCustomer(customer: CustomerOption | null) {
    pick({ customer });
    setValue('customerId', customer?.id ?? '');
    const { travelers } = getValues('picked');
    const others = travelers.filter(({ id }) => id !== customer?.id);
    if (others.length < travelers.length) setTravelers(others);
    // Emptied on the way out: the field has been left, so it is checked.
    if (customer) clearErrors('customerId');
    else void trigger('customerId');
  }

  function chooseVendor(vendor: VendorOption | null) {
    pick({ vendor });
    setValue('vendorId', vendor?.id ?? '');
    if (vendor) clearErrors('vendorId');
    else void trigger('vendorId');
    // A group is of its vendor.
    const { group } = getValues('picked');
    if (group && group.vendor.id !== vendor?.id) setGroup(null);
    fillRate();
  }

  /** A new sale takes the usual rate, as long as nobody has typed another one. */
  function fillRate() {
    const { commissionRate, commissionBasis } = getValues();
    const rate = usualRate(getValues());
    if (!isNew || rate === null) return;
    if (commissionBasis === 'amount' || commissionRate !== filled.current) return;
    filled.current = percentInput(rate);
    setRate(filled.current);
  }

  function setGroup(group: GroupOption | null) {
    pick({ group });
    setValue('groupId', group?.id ?? '');
    clearErrors('groupId');
  }

  /** Brings its vendor along, its rate and, where none is typed, its dates. @param locked the vendor stays */
  function chooseGroup(group: GroupOption | null, locked: boolean) {
    setGroup(group);
    if (!group) return fillRate();
    if (!locked && getValues('vendorId') !== group.vendor.id) chooseVendor(group.vendor);
    else fillRate();
    const { travelDate, returnDate } = getValues();
    if (travelDate || returnDate) return;
    setValue('travelDate', group.travelDate ?? '');
    setValue('returnDate', group.returnDate ?? '');
    clearErrors(['travelDate', 'returnDate']);
  }

  function addTraveler(traveler: SaleTraveler) {
    const { customer, travelers } = getValues('picked');
    if (traveler.id === customer?.id || travelers.some(({ id }) => id === traveler.id)) return;
    setTravelers([...travelers, traveler]);
  }

  const removeTraveler = (gone: string) =>
    setTravelers(getValues('picked').travelers.filter(({ id }) => id !== gone));

  return {
    form,
    field,
    amountField,
    setRate,
    picked,
    chooseCustomer,
    chooseVendor,
    chooseGroup,
    fillRate,
    addTraveler,
    removeTraveler,
  };
}

export type SaleEditor = ReturnType<typeof useSaleEditor>;
