/** @jest-environment jsdom */
import { act, renderHook } from '@testing-library/react';
import * as v from 'valibot';
import { requiredText } from '../domain';
import { useDialogForm } from './use-dialog-form';

interface Note {
  text: string;
}

const schema: v.GenericSchema<Note> = v.object({ text: requiredText('Enter a note.', 10) });
const draft = { keep: jest.fn<void, [Note]>(), flush: jest.fn<void, [Note]>(), discard: jest.fn() };

function open(save: (note: Note) => Promise<void>, restored: Note | null = null) {
  const blank = { text: '' };
  const { result } = renderHook(() =>
    useDialogForm<Note, Note>({ schema, blank, fields: ['text'], restored, draft, save }),
  );
  return result;
}
type Form = ReturnType<typeof open>;

const submit = (form: Form) => act(async () => form.current.dialog.onSubmit());

beforeEach(() => jest.clearAllMocks());

it('goes on with what was typed, writes it down before the save, and saves what was checked', async () => {
  const save = jest.fn(() => Promise.resolve());
  const form = open(save, { text: ' By wire ' });
  expect(form.current.dialog.dirty).toBe(true);
  await submit(form);
  expect(draft.flush).toHaveBeenCalledWith({ text: ' By wire ' });
  expect(save).toHaveBeenCalledWith({ text: 'By wire' }, expect.any(Function));
});

it('shows what is wrong at its field, and asks nobody', async () => {
  const save = jest.fn();
  const form = open(save);
  await submit(form);
  expect(form.current.field('text').error).toBe('Enter a note.');
  expect(save).not.toHaveBeenCalled();
});

it('shows a refusal where it belongs', async () => {
  const refusal = { type: 'VALIDATION', userMessage: 'Taken.', message: '', context: '' };
  const refuse = (field?: string) => () => Promise.reject(Object.assign(new Error('no'), refusal, { field }));
  const atField = open(refuse('text'), { text: 'a' });
  await submit(atField);
  expect(atField.current.field('text').error).toBe('Taken.');
  const atForm = open(refuse(), { text: 'a' });
  await submit(atForm);
  expect(atForm.current.dialog.failure).toBe('Taken.');
});
