import { answerOf, idOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contract } from '../contract';
import DocumentsCard from './documents-card';

it('opens a document by its title', async () => {
  const asked: unknown[] = [];
  const document = { id: idOf('d1'), title: 'Passport', check: null };
  pretendDatabase(contract, (name, args) => {
    if (name === 'list_documents')
      return answerOf(contract.list_documents.answer, { rows: [document], count: 1 });
    if (name !== 'get_document') return [];
    asked.push(args);
    return answerOf(contract.get_document.answer, document);
  });
  renderSignedIn(<DocumentsCard type="customer" id={idOf('c1')} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Passport' }));
  expect(await screen.findByRole('dialog', { name: 'Passport' })).toBeInTheDocument();
  expect(asked).toEqual([{ document_id: idOf('d1') }]);
});
