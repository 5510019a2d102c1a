import { render, screen } from '@testing-library/react';
import { CheckBanner } from './file-check';

const check = {
  state: 'refused',
  name: 'Paper.pdf',
  type: 'application/pdf',
  code: 'file_not_its_type',
  params: { found: 'png' },
  isLate: false,
} as const;

test.each([
  [false, 'Upload the right file as a new version, or delete the document.'],
  [true, 'Upload the right file as a new version.'],
])('a refusal says why and what to do (a version of before: %s)', (isNext, advice) => {
  render(<CheckBanner check={check} isNext={isNext} />);
  expect(screen.getByRole('alert')).toHaveTextContent(
    `Paper.pdf was refusedThis is not a PDF: its content is a PNG picture. Nobody else has seen it. ${advice}`,
  );
});

test('who waits is told what others see meanwhile, and after long that it goes on', () => {
  const waiting = { ...check, state: 'checking', code: null } as const;
  const { rerender } = render(<CheckBanner check={waiting} isNext={false} />);
  expect(screen.getByRole('status')).toHaveTextContent('Checking Paper.pdf …');
  expect(screen.getByRole('status')).toHaveTextContent('Until then you alone see this document.');
  rerender(<CheckBanner check={{ ...waiting, isLate: true }} isNext />);
  expect(screen.getByRole('status')).toHaveTextContent('Paper.pdf is still waiting to be checked');
  expect(screen.getByRole('status')).toHaveTextContent('Until then everybody sees the version before.');
});
