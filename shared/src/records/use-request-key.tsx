import { paths, type Draft } from '@paperplane/shared/platform';
import { isAppError, type SavedAlready } from '../domain';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { askUntilKnown, isUnknown } from './ask-until-known';
import { LostAnswerBanner, SavedAlreadyBanner } from './request-banners';
import { ToldFailure } from './told-failure';

/** The pages of what can be saved with a key. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  sale: paths.sale.href,
  commission: paths.commission.href,
  customer: paths.customer.href,
  vendor: paths.vendor.href,
  payout: paths.payout.href,
  invitation: () => paths.team.href(),
  document: () => paths.documents.href(),
  customers_import: () => paths.customersImport.href(),
  vendors_import: () => paths.vendorsImport.href(),
  sales_import: () => paths.salesImport.href(),
  bank_import: () => paths.bankImport.href(),
  bank_account: () => paths.bankAccounts.href(),
  bank_connection: () => paths.bankAccounts.href(),
  api_key: () => paths.integrations.href(),
};

/** Asks with the key of the form, again when the answer is lost. @throws the failure */
export type SendOnce = <Answer>(ask: (requestKey: string) => Promise<Answer>) => Promise<Answer>;

/** What belongs to a record is shown there. */
const pageOf = ({ record, ...saved }: SavedAlready) => {
  const { kind = '', id } = record ?? saved;
  return id ? PAGES[kind]?.(id) : undefined;
};

/**
 * What makes a form create once, however often it is sent (docs/product/platform.md, Nothing twice): its key, which a draft keeps, and the
 * repetition of a request whose answer was lost.
 * @returns `send`, which asks with the key, `notice`, what the form has to say of it, and `renew`, for a form without a draft that stays
 * open for the next one
 */
export function useRequestKey(draft?: Pick<Draft, 'requestKey' | 'renewKey'>) {
  const [own, setOwn] = useState(() => crypto.randomUUID());
  const [notice, setNotice] = useState<ReactNode>(null);
  const ending = useRef(new AbortController());
  useEffect(() => {
    // Mounted again, as in development: another end.
    if (ending.current.signal.aborted) ending.current = new AbortController();
    return () => ending.current.abort();
  }, []);

  const renew = () => setOwn(crypto.randomUUID());

  const send: SendOnce = async (ask) => {
    const requestKey = draft?.requestKey?.() ?? own;
    let isLost = false;
    setNotice(null);
    try {
      const answer = await askUntilKnown(
        () => ask(requestKey),
        () => {
          isLost = true;
          setNotice(<LostAnswerBanner asking />);
        },
        ending.current.signal,
      );
      setNotice(null);
      return answer;
    } catch (error) {
      const already = isAppError(error) ? error.already : undefined;
      if (already) {
        setNotice(<SavedAlreadyBanner already={already} to={pageOf(already)} />);
        // Who sends it once more after that means another one, as from a second tab with the same draft.
        renew();
        draft?.renewKey?.();
      } else if (isLost && isUnknown(error)) setNotice(<LostAnswerBanner />);
      else {
        setNotice(null);
        throw error;
      }
      throw new ToldFailure('Told by the form', { cause: error });
    }
  };
  return { send, notice, renew };
}
