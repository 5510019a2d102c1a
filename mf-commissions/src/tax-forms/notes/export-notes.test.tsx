import { answerOf, pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contract } from '../contract';
import { ExportNotes } from './export-notes';

it('saves the notes of every page of the year as one file', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob);
    return 'blob:notes';
  };
  HTMLAnchorElement.prototype.click = jest.fn();
  pretendDatabase(contract, (_name, args) =>
    answerOf(contract.list_credit_notes.answer, {
      rows: [{ label: `001-000${(args as { page: number }).page}` }],
      total_pages: 2,
    }),
  );
  renderSignedIn(<ExportNotes year={2026} />);
  await userEvent.click(screen.getByRole('button', { name: /^Export/ }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const text = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(saved[0]!);
  });
  expect(text).toMatch(/001-0001[^]*001-0002/);
});
