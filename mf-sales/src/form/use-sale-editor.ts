import { percentInput } from '@paperplane/shared/domain';
import { applyServerError } from '@paperplane/shared/forms';
import type { Draft } from '@paperplane/shared/platform';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CustomerOption, SaleDetail, SaleTraveler, VendorOption } from '../sale';
import { draftOf, type SaleDraft } from './sale-draft';
import { SALE_FIELDS, sameValues, type FormContent, type Picked, type SaleValues } from './sale-values';
import { toPayload, type SaleFormPayload } from './sale-payload';
import { useSaleForm } from './use-sale-form';

/** A form's draft, as its page hands it down. */
export interface DraftOfForm {
  draft: Draft;
  /** What was typed the last time and not saved. */
  restored: SaleDraft | null;
  /** Away with it, and back to the form without it. */
  onDiscard: () => void;
}

interface EditorInput {
  /** What the form shows before anything is typed. */
  start: FormContent;
  /** The sale that is edited, as it was when the form was opened; `null` for a new one. */
  opened: SaleDetail | null;
  /** What was typed the last time and not saved. */
  restored: SaleDraft | null;
  draft: Pick<Draft, 'keep' | 'flush' | 'discard'>;
}

/**
 * A sale form with everything around its fields: who was chosen in the pickers, whether anything is unsaved, and the draft that follows
 * every key. All three inputs count once, when the form is opened.
 */
export function useSaleEditor({ start, opened, restored, draft }: EditorInput) {
  const [shown] = useState<FormContent>(restored ?? start);
  const form = useSaleForm(shown.values);
  const { getValues, setValue, clearErrors, trigger, setError, handleSubmit, reset, subscribe } = form;
  const [picked, setPicked] = useState(shown.picked);
  const [dirty, setDirty] = useState(!sameValues(shown.values, start.values));
  /** What the draft is written from: always the newest, also between two renders. */
  const latest = useRef({ picked: shown.picked, start, opened });
  /** The rate a vendor filled in: what somebody typed is never replaced. */
  const filled = useRef(opened ? '' : percentInput(shown.picked.vendor?.defaultCommissionRate));

  const follow = useEffectEvent((values: SaleValues) => {
    const now = latest.current;
    const isTyped = !sameValues(values, now.start.values);
    setDirty(isTyped);
    if (isTyped) draft.keep(draftOf({ values, picked: now.picked }, now.opened));
    else draft.discard();
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => follow(values) }),
    [subscribe],
  );

  function pick(change: Partial<Picked>) {
    latest.current = { ...latest.current, picked: { ...latest.current.picked, ...change } };
    setPicked(latest.current.picked);
  }

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
    const { travelers } = latest.current.picked;
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
    if (latest.current.opened || vendor?.defaultCommissionRate == null) return;
    if (commissionBasis === 'amount' || commissionRate !== filled.current) return;
    filled.current = percentInput(vendor.defaultCommissionRate);
    form.setRate(filled.current);
  }

  function addTraveler(traveler: SaleTraveler) {
    const { customer, travelers } = latest.current.picked;
    if (traveler.id === customer?.id || travelers.some(({ id }) => id === traveler.id)) return;
    setTravelers([...travelers, traveler]);
  }

  /** Goes on from another state of the sale, with what the form is to show now. */
  function rebase(sale: SaleDetail, startNow: FormContent, content: FormContent) {
    latest.current = { picked: content.picked, start: startNow, opened: sale };
    setPicked(content.picked);
    reset(content.values, { keepSubmitCount: true });
  }

  /** Checks the form and saves it; what was typed stays when that fails, also if the session turns out to have ended. */
  const submit = (save: (sent: SaleFormPayload) => Promise<void>) =>
    handleSubmit(async (checked) => {
      draft.flush();
      try {
        await save(toPayload(checked));
      } catch (error) {
        applyServerError(error, SALE_FIELDS, setError);
      }
    })();

  return {
    form,
    picked,
    dirty,
    chooseCustomer,
    chooseVendor,
    addTraveler,
    removeTraveler: (id: string) =>
      setTravelers(latest.current.picked.travelers.filter((traveler) => traveler.id !== id)),
    rebase,
    submit,
  };
}

export type SaleEditor = ReturnType<typeof useSaleEditor>;
