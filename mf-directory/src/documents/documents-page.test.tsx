import { answerOf, pretendDatabase, renderInApp } from '@paperplane/shared/testing';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { contract } from './contract';
import DocumentsPage from './documents-page';

it('keeps what is typed while the list arrives, empty or not', async () => {
  let arrive: (list: object) => void = () => undefined;
  const list = new Promise((resolve) => (arrive = resolve));
  pretendDatabase(contract, (name) => (name === 'list_documents' ? list : []));
  renderInApp(<DocumentsPage />, '/documents', { id: 'me' });
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Contract');
  await act(async () => arrive(answerOf(contract.list_documents.answer)));
  expect(await screen.findByRole('heading', { name: 'Keep your first document' })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Contract');
});

// Holds records-13
it.each([true, false])(
  'says where what a file holds is not checked (checked: %s)',
  async (looksIntoFiles) => {
    pretendDatabase(contract, (name) =>
      name === 'list_documents'
        ? answerOf(contract.list_documents.answer, { looks_into_files: looksIntoFiles })
        : [],
    );
    renderInApp(<DocumentsPage />, '/documents', { id: 'me' });
    await screen.findByRole('heading', { name: 'Keep your first document' });
    expect(screen.queryAllByText(/What a file holds is not checked here/)).toHaveLength(
      looksIntoFiles ? 0 : 1,
    );
  },
);
