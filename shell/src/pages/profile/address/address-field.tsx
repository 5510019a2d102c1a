import { useState } from 'react';
import { mailChangeAgain, useAppDispatch, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import { Button, InlineBanner, TextField } from '@paperplane/shared/ui';
import {
  ADDRESS,
  addressApi,
  useGetAddressChangeQuery,
  useWithdrawAddressChangeMutation,
} from './address-api';
import { addressWaits } from './address-rules';

const loadDialog = () =>
  import(/* webpackChunkName: "address-dialog" */ './address-dialog').then((code) => code.AddressDialog);

/** The address one signs in with, the way to another one, and what is missing where one was asked for. */
export function AddressField() {
  const { email } = useCurrentUser();
  const { data: change } = useGetAddressChangeQuery();
  const [AddressDialog, fetchDialog] = useLazyDialog(loadDialog);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <div className="profile-email">
        <TextField
          label="Email"
          name="own-email"
          type="email"
          readOnly
          value={email}
          hint="You sign in with this address."
        />
        <Button
          variant="outline"
          onClick={() => void fetchDialog().then((isThere) => isThere && setAsking(true))}
        >
          Change email address
        </Button>
      </div>
      {change && <Waiting change={change} own={email} />}
      {asking && AddressDialog && <AddressDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function Waiting({ change, own }: { change: Parameters<typeof addressWaits>[0]; own: string }) {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [withdraw, withdrawing] = useWithdrawAddressChangeMutation();
  const [sending, setSending] = useState(false);
  const { title, text } = addressWaits(change, own);

  async function sendAgain() {
    setSending(true);
    const result = await mailChangeAgain(change.email);
    setSending(false);
    if (!result.success) return toast.error('The links were not sent', result.error);
    dispatch(addressApi.util.invalidateTags([ADDRESS]));
    toast.success('The links were sent again', 'Those of before are void: open both of the new ones.');
  }

  async function takeBack() {
    const { error } = await withdraw();
    if (error) toast.error('The change was not withdrawn', error);
    else toast.success('Change withdrawn', `You sign in with ${own} as before.`);
  }

  return (
    <InlineBanner tone={change.waitsFor.length > 0 ? 'info' : 'warning'} title={title}>
      <p>{text}</p>
      <div className="pp-row profile-email-acts">
        <Button variant="outline" size="sm" loading={sending} onClick={() => void sendAgain()}>
          Send the links again
        </Button>
        <Button variant="ghost" size="sm" loading={withdrawing.isLoading} onClick={() => void takeBack()}>
          Withdraw
        </Button>
      </div>
    </InlineBanner>
  );
}
