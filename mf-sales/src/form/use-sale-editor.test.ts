/** @jest-environment jsdom */
import { useRecordEditor } from '@paperplane/shared/records';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { SaleDetail } from '../sale';
import { aSale } from '../testing/factories';
import { saleRules } from './sale-rules';
import type { CheckedSale } from './sale-schema';
import { newSaleValues, valuesOfSale, withChosen, type SaleValues } from './sale-values';
import { toPayload, type SaleFormPayload } from './sale-payload';
import { useSaleEditor } from './use-sale-editor';

const customer = { id: 'c1', firstName: 'Aiko', lastName: 'Tanaka', email: null };
const vendor = { id: 'v1', name: 'Meridian', logoUrl: null, defaultCommissionRate: 13 };
const blank = withChosen(newSaleValues('agent-1', '2026-11-21'), { customer: null, vendor: null });

function edit(start = blank, opened: SaleDetail | null = null) {
  const draft = { keep: jest.fn<void, [unknown]>(), flush: jest.fn(), discard: jest.fn() };
  const { result } = renderHook(() => {
    const input = { start, opened, restored: null, draft };
    const record = useRecordEditor<SaleValues, CheckedSale, SaleDetail>(
      saleRules({ currency: 'USD' }),
      input,
    );
    return { ...record, ...useSaleEditor(record, opened === null, { currency: 'USD' }) };
  });
  return { draft, editor: () => result.current, kept: () => draft.keep.mock.lastCall?.[0] };
}

describe('the editor of a sale', () => {
  it('keeps a draft of every change, with who was chosen, and none once all is as it was', () => {
    const { editor, draft, kept } = edit();
    expect(editor().dirty).toBe(false);
    act(() => editor().form.setValue('notes', 'Window'));
    expect(editor().dirty).toBe(true);
    act(() => editor().chooseCustomer(customer));
    expect(kept()).toMatchObject({
      values: { notes: 'Window', customerId: 'c1', picked: { customer } },
      opened: null,
    });
    act(() => editor().chooseCustomer(null));
    act(() => editor().form.setValue('notes', ''));
    expect(editor().dirty).toBe(false);
    expect(draft.discard).toHaveBeenCalled();
  });

  it('lets a vendor fill the rate of a new sale, but not over what was typed', () => {
    const { editor } = edit();
    act(() => editor().chooseVendor(vendor));
    expect(editor().form.getValues('commissionRate')).toBe('13');
    act(() => editor().chooseVendor({ ...vendor, id: 'v2', defaultCommissionRate: 9 }));
    expect(editor().form.getValues('commissionRate')).toBe('9');
    act(() => editor().form.setValue('commissionRate', '10'));
    act(() => editor().chooseVendor(vendor));
    expect(editor().form.getValues('commissionRate')).toBe('10');
  });

  const group = {
    id: 'g1',
    name: 'Fjords in May',
    travelDate: '2027-05-21',
    returnDate: '2027-05-31',
    defaultCommissionRate: 15,
    vendor,
  };

  // Holds sales-32
  it('a group brings its vendor, its dates and its rate along, and goes with another vendor', () => {
    const { editor } = edit();
    act(() => editor().chooseGroup(group, false));
    expect(editor().form.getValues()).toMatchObject({
      groupId: 'g1',
      vendorId: 'v1',
      travelDate: '2027-05-21',
      returnDate: '2027-05-31',
      commissionRate: '15',
    });
    act(() => editor().chooseVendor({ ...vendor, id: 'v2', defaultCommissionRate: 9 }));
    expect(editor().form.getValues()).toMatchObject({ groupId: '', vendorId: 'v2', commissionRate: '9' });
    expect(editor().picked.group).toBeNull();
  });

  it('a group leaves dates and a rate that somebody typed', () => {
    const { editor } = edit();
    act(() => {
      editor().form.setValue('travelDate', '2027-05-20');
      editor().form.setValue('commissionRate', '11');
    });
    act(() => editor().chooseGroup(group, false));
    expect(editor().form.getValues()).toMatchObject({
      groupId: 'g1',
      travelDate: '2027-05-20',
      returnDate: '',
      commissionRate: '11',
    });
  });

  it('takes the rate of the day of the sale, and another one with another day', () => {
    const { editor } = edit();
    const rates = [{ category: null, rate: 14, validFrom: '2027-01-01' }];
    act(() => editor().chooseVendor({ ...vendor, rates }));
    expect(editor().form.getValues('commissionRate')).toBe('13');
    act(() => editor().form.setValue('saleDate', '2027-01-01'));
    act(() => editor().fillRate());
    expect(editor().form.getValues('commissionRate')).toBe('14');
  });

  it('starts with whom a link has chosen, and that counts as nothing typed', () => {
    const values = newSaleValues('agent-1', '2026-11-21');
    const { editor } = edit(withChosen(values, { customer, vendor }));
    expect(editor().form.getValues()).toMatchObject({
      customerId: 'c1',
      vendorId: 'v1',
      commissionRate: '13',
    });
    expect(editor().dirty).toBe(false);
    act(() => editor().chooseVendor({ ...vendor, id: 'v2', defaultCommissionRate: 9 }));
    expect(editor().form.getValues('commissionRate')).toBe('9');
  });

  it('leaves the rate of an existing sale alone', () => {
    const { editor } = edit(valuesOfSale(aSale()), aSale());
    act(() => editor().chooseVendor(vendor));
    expect(editor().form.getValues('commissionRate')).toBe('11');
  });

  it('collects travelers once each, and the customer is none of them', () => {
    const { editor } = edit();
    const ben = { id: 'c2', firstName: 'Ben', lastName: 'Tanaka' };
    for (const traveler of [customer, ben, ben]) act(() => editor().addTraveler(traveler));
    expect(editor().form.getValues('travelerIds')).toEqual(['c1', 'c2']);
    act(() => editor().chooseCustomer(customer));
    expect(editor().form.getValues('travelerIds')).toEqual(['c2']);
    act(() => editor().addTraveler(customer));
    expect(editor().picked.travelers).toEqual([ben]);
    act(() => editor().removeTraveler('c2'));
    expect(editor().form.getValues('travelerIds')).toEqual([]);
  });

  it('writes the draft before it saves, and shows a refusal at its field with everything kept', async () => {
    const { editor, draft } = edit(valuesOfSale(aSale()), aSale());
    act(() => editor().form.setValue('notes', 'Mine'));
    // What the api rejects with: plain data, which the store can hold.
    const refusal = { type: 'VALIDATION', userMessage: 'Taken.', message: '', context: '' };
    const save = jest.fn((_sent: SaleFormPayload) => {
      expect(draft.flush).toHaveBeenCalled();
      return Promise.reject(Object.assign(new Error('taken'), refusal, { field: 'bookingReference' }));
    });
    await act(() => editor().submit((checked) => save(toPayload(checked))));
    expect(save).toHaveBeenCalledWith({
      sale: expect.objectContaining({ notes: 'Mine' }) as object,
      travelerIds: [],
    });
    await waitFor(() =>
      expect(editor().form.getFieldState('bookingReference').error?.message).toBe('Taken.'),
    );
    expect(editor().form.getValues('notes')).toBe('Mine');
  });

  it('goes on from the sale as others have left it', async () => {
    const { editor, kept } = edit(valuesOfSale(aSale()), aSale());
    act(() => editor().form.setValue('notes', 'Mine'));
    const theirs = aSale({ amount: 3000 }, { version: 2 });
    const merged = { ...theirs, notes: 'Mine' };
    act(() => editor().rebase(theirs, valuesOfSale(theirs), valuesOfSale(merged)));
    expect(editor().form.getValues()).toMatchObject({ totalAmount: '3,000.00', notes: 'Mine' });
    expect(editor().dirty).toBe(true);
    expect(kept()).toMatchObject({ opened: { version: 2 } });
  });
});
