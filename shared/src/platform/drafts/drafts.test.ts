/** @jest-environment jsdom */
import { createDraft, DRAFT_PAUSE } from './draft';
import { deleteDraftsOf, DRAFT_AGE, draftKey, readDraft, writeDraft } from './draft-storage';

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
});
afterEach(() => jest.useRealTimers());

const pause = () => jest.advanceTimersByTime(DRAFT_PAUSE);

describe('a draft', () => {
  it('is written a moment after the last key, once', () => {
    const written = jest.spyOn(Storage.prototype, 'setItem');
    const draft = createDraft('nora', 'sale-create');
    for (const notes of ['Q', 'Qu', 'Quiet']) draft.keep({ notes });
    expect(draft.read()).toBeNull();
    pause();
    expect(draft.read()).toEqual({
      savedAt: '2026-11-21T12:00:00.300Z',
      content: { notes: 'Quiet' },
      requestKey: draft.requestKey?.(),
    });
    expect(written).toHaveBeenCalledTimes(1);
    written.mockRestore();
  });

  it('is written at once when the page goes away or the form does', () => {
    const draft = createDraft('nora', 'sale-create');
    const close = draft.open();
    draft.keep('half a sale');
    window.dispatchEvent(new Event('pagehide'));
    expect(draft.read()?.content).toBe('half a sale');
    draft.keep('most of a sale');
    close();
    expect(draft.read()?.content).toBe('most of a sale');
  });

  it('belongs to one person and one form', () => {
    createDraft('nora', 'sale-create').discard();
    writeDraft(draftKey('nora', 'sale-create'), 'hers');
    expect(createDraft('theo', 'sale-create').read()).toBeNull();
    expect(createDraft('nora', 'sale-edit.1').read()).toBeNull();
    expect(createDraft('nora', 'sale-create').read()?.content).toBe('hers');
  });

  // Holds platform-107
  it('keeps the key of what is created from it, until it is gone', () => {
    const draft = createDraft('nora', 'sale-create');
    const first = draft.requestKey?.();
    draft.keep('typed');
    draft.flush();
    expect(createDraft('nora', 'sale-create').requestKey?.()).toBe(first);
    draft.renewKey?.();
    const second = draft.requestKey?.();
    expect(second).not.toBe(first);
    expect(createDraft('nora', 'sale-create').requestKey?.()).toBe(second);
    expect(draft.read()?.content).toBe('typed');
    draft.discard();
    expect(draft.requestKey?.()).not.toBe(second);
  });

  it('is gone once it is saved or discarded, also what was still held back', () => {
    const draft = createDraft('nora', 'sale-create');
    draft.keep('first');
    draft.flush();
    draft.keep('second');
    draft.discard();
    pause();
    expect(draft.read()).toBeNull();
  });

  it('is gone after signing out, and the form that is still open does not write it again', () => {
    const draft = createDraft('nora', 'sale-create');
    const close = draft.open();
    draft.keep('typed');
    draft.flush();
    writeDraft(draftKey('nora', 'sale-edit.1'), 'hers, too');
    writeDraft(draftKey('theo', 'sale-create'), 'his');
    draft.keep('typed on');
    deleteDraftsOf('nora');
    draft.keep('and on');
    pause();
    close();
    expect(Object.keys(localStorage)).toEqual([draftKey('theo', 'sale-create')]);
  });

  it('that another tab deleted is not written again by what this one held back', () => {
    const draft = createDraft('nora', 'sale-create');
    const close = draft.open();
    draft.keep('typed');
    const key = draftKey('nora', 'sale-create');
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    close();
    expect(draft.read()).toBeNull();
  });

  it('that cannot be read is none', () => {
    const key = draftKey('nora', 'sale-create');
    for (const text of ['{', '"text"', '{"savedAt":"then"}']) {
      localStorage.setItem(key, text);
      expect(readDraft(key)).toBeNull();
    }
  });

  it('that nobody came back for is dropped', () => {
    const key = draftKey('nora', 'sale-create');
    writeDraft(key, 'forgotten');
    jest.advanceTimersByTime(DRAFT_AGE + 1);
    expect(readDraft(key)).toBeNull();
    writeDraft(draftKey('nora', 'sale-edit.1'), 'new');
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('does no harm where the browser refuses its storage', () => {
    const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const draft = createDraft('nora', 'sale-create');
    draft.keep('typed');
    expect(() => draft.flush()).not.toThrow();
    refuse.mockRestore();
  });
});
