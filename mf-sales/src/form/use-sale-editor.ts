import { percentInput, type MoneyReading } from '@paperplane/shared/domain';
import { useWatch } from '@paperplane/shared/forms';
import type { RecordEditor } from '@paperplane/shared/records';
import { useRef } from 'react';
import type { CustomerOption, SaleDetail, SaleTraveler, VendorOption } from '../sale';
import { followingText } from './commission-figures';
import type { CheckedSale } from './sale-schema';
import type { Picked, SaleValues } from './sale-values';

/** The state of the sale form, as its page has it. */
export type SaleRecordEditor = RecordEditor<SaleValues, CheckedSale, SaleDetail>;

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
  const filled = useRef(isNew ? percentInput(getValues('picked').vendor?.defaultCommissionRate) : '');

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
    const { commissionRate, commissionBasis } = getValues();
    if (!isNew || vendor?.defaultCommissionRate == null) return;
    if (commissionBasis === 'amount' || commissionRate !== filled.current) return;
    filled.current = percentInput(vendor.defaultCommissionRate);
    setRate(filled.current);
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
    addTraveler,
    removeTraveler,
  };
}

export type SaleEditor = ReturnType<typeof useSaleEditor>;
