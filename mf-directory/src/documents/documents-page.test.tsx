import { pretendDatabase, renderInApp } from '@paperplane/shared/testing';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { parse } from 'valibot';
import { contract } from './contract';
import DocumentsPage from './documents-page';

it('keeps what is typed while the list arrives, empty or not', async () => {
  let arrive: (list: object) => void = () => undefined;
  const list = new Promise((resolve) => (arrive = resolve));
  pretendDatabase((name) => (name === 'list_documents' ? list : []));
  renderInApp(<DocumentsPage />, '/documents', { id: 'me' });
  await userEvent.click(screen.getByRole('button', { name: 'Upload' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Contract');
  const counts = { all: 0, expiring: 0, expired: 0, to_read: 0 };
  const page = { rows: [], count: 0, page: 1, page_size: 20, total_pages: 0, counts, to_confirm: null };
  await act(async () => arrive(parse(contract.list_documents.answer, page)));
  expect(await screen.findByRole('heading', { name: 'Keep your first document' })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Contract');
});
