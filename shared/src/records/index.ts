/**
 * The pages of one record, composed of ui, forms and platform: waiting for it, its form with draft and leave guard, and what happens when
 * two people edit it; and what else is shown and says how it went (copying). Bundled into every remote that uses it, like ui: no context,
 * no module state. What has identity comes by its bare name from platform and forms.
 */
export { isUnknown } from './ask-until-known';
export * from './copy-button';
export * from './sale-filters';
export * from './told-failure';
export * from './use-copy';
export * from './use-dialog-form';
export * from './lazy-confirm-dialog';
export * from './leave-question';
export * from './no-match';
export * from './not-found';
export * from './not-kept-card';
export * from './record-conflict';
export * from './record-draft';
export * from './record-form';
export * from './record-gate';
export * from './record-outcome';
export * from './use-added-record';
export * from './use-edited-record';
export * from './use-latest-record';
export * from './use-lazy-dialog';
export * from './use-record-draft';
export * from './use-record-editor';
export * from './use-request-key';
export * from './use-saved-redirect';
