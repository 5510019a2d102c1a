import { contract } from '@paperplane/shared/contract';
import { pretendDatabase, renderInApp } from '@paperplane/shared/testing';
import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { blankInput } from '../form/document-input';
import { useUpload } from './use-upload';

const [UPLOAD, DOCUMENT] = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000d1'];

const sendFile = jest.fn(() => Promise.resolve(null));
jest.mock('@paperplane/shared/platform', () => ({
  ...jest.requireActual<object>('@paperplane/shared/platform'),
  prepareUpload: () => Promise.resolve({ send: sendFile, cancel: () => Promise.resolve() }),
}));

const work: { begin?: ReturnType<typeof useUpload>['begin'] } = {};

function Upload() {
  const { begin, state, notice } = useUpload();
  useEffect(() => void (work.begin = begin), [begin]);
  return (
    <>
      {notice}
      <p>{state.status}</p>
    </>
  );
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Uploads; the answer to the file's end is lost as often as said. @returns how often the end was sent */
async function uploaded(lost: number) {
  let ends = 0;
  pretendDatabase(contract, (name) => {
    if (name === 'start_document_upload') return { success: true, upload_id: UPLOAD, path: `o1/${UPLOAD}` };
    if (name !== 'finish_document_upload') return { success: true };
    ends += 1;
    if (ends <= lost) throw new TypeError('Failed to fetch');
    return { success: true, document_id: DOCUMENT, check_state: 'accepted' };
  });
  renderInApp(<Upload />, '/documents', { id: 'me' });
  let id: string | null | undefined;
  await act(async () => {
    void work
      .begin?.(new File(['a'], 'a.txt'), 'text/plain', { ...blankInput(null, true), title: 'A' })
      .then((found) => (id = found));
    await jest.advanceTimersByTimeAsync(100);
  });
  return { ends: () => ends, id: () => id };
}

// Holds platform-115
it('asks by itself for the answer to the end of a file, and says so until it comes', async () => {
  const { ends, id } = await uploaded(1);
  expect(screen.getByText('It is not known whether this was saved.')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  expect(ends()).toBe(2);
  expect(id()).toBe(DOCUMENT);
  expect(screen.getByText('done')).toBeInTheDocument();
  expect(sendFile).toHaveBeenCalledTimes(1);
});

it('can be taken up again when no answer comes at all', async () => {
  const { id } = await uploaded(100);
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(id()).toBeNull();
  expect(screen.getByText('failed')).toBeInTheDocument();
});
