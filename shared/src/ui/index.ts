/**
 * The kit: presentational components on `pp-*` classes (kit.css, shipped by the shell with tokens.css).
 *
 * - No router in here. Whatever links takes `link`, the router's `Link` (`import { Link } from
 *   '@paperplane/shared/platform'`; `<Pager link={Link} …/>`), and an address in `to`. A link that looks like a
 *   button is `<Link className={buttonClass('primary')} to=…><Plus className="pp-i" /><span>Create sale</span></Link>`.
 * - No context, no module state: this folder is bundled into every remote that uses it.
 * - Fields take `label`, `hint`, `error`, `optional` and every attribute of their control, so a form's registration
 *   spreads into them: `<TextField label="First name" error={errors.firstName?.message} {...register('firstName')} />`.
 *   A control's id comes from its name (`fieldId`), which is how ErrorSummary finds it. MoneyField, PercentField and
 *   DateField hold text; the schema pieces of domain turn it into numbers and dates. Combobox is controlled: use
 *   the form's `Controller`, or `setValue`.
 * - Dialogs are open as long as they are rendered. A submit button in `footer` reaches a form in the body with its
 *   `form` attribute.
 * - Icons are lucide's, with a size class: `<Plus className="pp-i" />`.
 * - Layout is classes: `pp-page`, `pp-grid` with `c8`/`c4`, `pp-stack`, `pp-row`, `pp-between`, `pp-bar` (a list's
 *   filters), `pp-formgrid`, `pp-quick`, `pp-stats`, `pp-list`, `pp-hero`.
 */
export * from './agent-filter';
export * from './avatar';
export * from './by-pointer';
export * from './badge';
export * from './button';
export * from './button-class';
export * from './card';
export * from './chart-card';
export * from './chart-types';
export * from './checkbox';
export * from './combobox';
export * from './find-texts';
export * from './confirm-dialog';
export * from './conflict/changed-rows';
export * from './conflict/compare-records';
export * from './conflict/conflict-dialog';
export * from './correction-lines';
export * from './cx';
export * from './date-field';
export * from './date-input';
export * from './date-range-picker';
export * from './description-list';
export * from './dialog';
export * from './draft-banner';
export * from './empty-state';
export * from './error-state';
export * from './error-summary';
export * from './export-button';
export * from './field-shell';
export * from './figures';
export * from './filter-button';
export * from './filter-picker';
export * from './filter-search';
export * from './filter-toggle';
export * from './form-dialog';
export * from './form-section';
export * from './full-message';
export * from './history-card';
export * from './icon-button';
export * from './icons';
export * from './inline-banner';
export * from './leave-dialog';
export * from './link-like';
export * from './list-card';
export * from './menu';
export * from './list-pager';
export * from './list-table';
export * from './mobile-list';
export * from './mod-key';
export * from './money-field';
export * from './notice';
export * from './page-head';
export * from './pager';
export * from './paperplane-logo';
export * from './paperplane-mark';
export * from './percent-field';
export * from './picture-rules';
export * from './quick-action-card';
export * from './repeatable-rows';
export * from './route-stepper';
export * from './search-box';
export * from './segmented';
export * from './select-field';
export * from './skeleton';
export * from './sort-th';
export * from './sort-filter';
export * from './spinner';
export * from './square-picture';
export * from './status-glyph';
export * from './status-help-dialog';
export * from './status-pill';
export * from './status-with-help';
export * from './submit-keys';
export * from './submit-on-mod-enter';
export * from './summary-card';
export * from './table';
export * from './tag-input';
export * from './text-area';
export * from './text-field';
export * from './timeline';
export * from './toast';
export * from './flight-illustration';
export * from './flight-backdrop';
export * from './use-field-id';
export * from './use-guarded-close';
export * from './use-lazy';
export * from './use-modal';
export * from './use-tab-title';
export * from './use-search-text';
export * from './use-debounced-value';
export * from './use-skeleton';
export * from './vendor-filter';
export * from './vendor-logo';
export * from './media-object';
