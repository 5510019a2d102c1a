import type { Locator, Page } from '@playwright/test';
import type { Api } from './api';

/** The card on the page of a record. */
export const conversation = (page: Page): Locator => page.getByRole('region', { name: 'Conversation' });

/** The field for a new message. */
export const messageField = (page: Page): Locator => conversation(page).getByLabel('Write a message');

/** Messages whose text has these words. */
export const messages = (page: Page, words: string): Locator =>
  conversation(page).getByRole('article').filter({ hasText: words });

/** Types a message and sends it by the keys. */
export async function say(page: Page, words: string): Promise<void> {
  await messageField(page).fill(words);
  await messageField(page).press('ControlOrMeta+Enter');
}

/** Writes a message over the API. @returns its id */
export async function writeAs(api: Api, saleId: string, body: string, replyTo?: string): Promise<string> {
  const id = crypto.randomUUID();
  await api.call('post_message', {
    message_id: id,
    commentable_type: 'sales',
    commentable_id: saleId,
    body,
    ...(replyTo && { reply_to: replyTo }),
  });
  return id;
}
