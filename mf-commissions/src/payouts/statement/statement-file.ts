import type { useAppDispatch } from '@paperplane/shared/platform';
import { payoutsApi } from '../payouts-api';

/** A statement as a PDF under its name, for whoever may read it. @throws AppError */
export async function readStatementFile(
  dispatch: ReturnType<typeof useAppDispatch>,
  id: string,
): Promise<{ name: string; file: Blob }> {
  const asked = payoutsApi.endpoints.getStatement.initiate(id, { subscribe: false });
  const statement = await dispatch(asked).unwrap();
  if (!statement) throw new Error('A statement is not there any more.');
  const files = await import(/* webpackChunkName: "lazy-payout-files" */ '../files');
  return { name: files.statementFileName(statement, 'pdf'), file: await files.statementPdf(statement) };
}
