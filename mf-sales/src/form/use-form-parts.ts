import { useWatch } from '@paperplane/shared/forms';
import { useState } from 'react';
import type { SaleEditor } from './use-sale-editor';
import { useFormPart } from './use-form-part';

const loadLines = () => import(/* webpackChunkName: "sale-lines" */ './lines/lines-part');
const loadShares = () => import(/* webpackChunkName: "sale-agreed" */ './shares-section');
const loadDates = () => import(/* webpackChunkName: "sale-agreed" */ './payment-dates-section');
const loadGroup = () => import(/* webpackChunkName: "sale-agreed" */ './group-field');

/** What the fewest sales have: which of it this one has, the code of each, and what brings it. */
export function useFormParts({ form, picked }: SaleEditor) {
  const { control, setValue } = form;
  const [lines, coSellers, paymentPlan] = useWatch({ control, name: ['lines', 'coSellers', 'paymentPlan'] });
  const [groupAsked, setGroupAsked] = useState(false);
  const has = {
    lines: lines.length > 0,
    shares: coSellers.length > 0,
    dates: paymentPlan.length > 0,
    group: groupAsked || picked.group !== null,
  };
  const parts = {
    lines: useFormPart(loadLines, has.lines),
    shares: useFormPart(loadShares, has.shares),
    dates: useFormPart(loadDates, has.dates),
    group: useFormPart(loadGroup, has.group),
  };
  return {
    has,
    parts,
    groupAsked,
    /** Each waits for its code: without it, the form stays as it is. */
    add: {
      lines: async () => (await parts.lines.fetch())?.toLines(form),
      shares: async () => {
        const part = await parts.shares.fetch();
        if (part) setValue('coSellers', [part.NEW_SHARE], { shouldDirty: true });
      },
      dates: async () => {
        const part = await parts.dates.fetch();
        if (part) setValue('paymentPlan', part.newPlan(), { shouldDirty: true });
      },
      group: async () => {
        if (await parts.group.fetch()) setGroupAsked(true);
      },
    },
  };
}

export type FormParts = ReturnType<typeof useFormParts>;
