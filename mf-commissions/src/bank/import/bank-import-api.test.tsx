import { useAppDispatch } from '@paperplane/shared/platform';
import { idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { contract } from './contract';
import type { Balance } from '../files/types';
import { beginBankImport } from './bank-import-api';

function Begin({ balance }: { balance: Balance | null }) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    void dispatch(
      beginBankImport.initiate({
        accountId: idOf('a1'),
        fileName: 'bank.ofx',
        fileHash: 'a'.repeat(64),
        format: 'ofx',
        totalLines: 1,
        reading: null,
        identifier: null,
        headers: [],
        balance,
        requestKey: idOf('k1'),
      }),
    );
  }, [balance, dispatch]);
  return null;
}

/** What the database is told of a file as its import begins. */
async function told(balance: Balance | null) {
  const asked: unknown[] = [];
  pretendDatabase(contract, (_name, args) => {
    asked.push(args);
    return { import_id: idOf('i1') };
  });
  renderSignedIn(<Begin balance={balance} />);
  await waitFor(() => expect(asked).toHaveLength(1));
  return asked[0];
}

test('the balance of a file goes with it, with its day', async () => {
  expect(await told({ amount: '-1846.30', on: '2027-02-02' })).toMatchObject({
    balance: -1846.3,
    balance_on: '2027-02-02',
  });
});

test('a file without one says nothing of it, which older databases take, too', async () => {
  const args = await told(null);
  expect(args).toMatchObject({ file_name: 'bank.ofx' });
  expect(args).not.toHaveProperty('balance');
  expect(args).not.toHaveProperty('balance_on');
});
