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
 * - A folder holds what is looked for together; this file is the one door to all of them.
 * - Layout is classes: `pp-page`, `pp-grid` with `c8`/`c4`, `pp-stack`, `pp-row`, `pp-between`, `pp-bar` (a list's
 *   filters), `pp-formgrid`, `pp-quick`, `pp-stats`, `pp-list`, `pp-hero`.
 */
export * from './actions/button';
export * from './actions/button-class';
export * from './actions/by-pointer';
export * from './actions/export-button';
export * from './actions/icon-button';
export * from './actions/menu';
export * from './actions/mod-key';
export * from './actions/segmented';
export * from './actions/submit-keys';
export * from './actions/submit-on-mod-enter';
export * from './base/cx';
export * from './base/icons';
export * from './base/link-like';
export * from './base/use-debounced-value';
export * from './base/use-lazy';
export * from './base/use-keys';
export * from './base/use-tab-title';
export * from './brand/flight-backdrop';
export * from './brand/flight-illustration';
export * from './brand/paperplane-logo';
export * from './brand/paperplane-mark';
export * from './charts/chart-card';
export * from './charts/chart-types';
export * from './conflict/changed-rows';
export * from './conflict/compare-records';
export * from './conflict/conflict-dialog';
export * from './dates/date-field';
export * from './dates/date-input';
export * from './dates/date-range-picker';
export * from './dialogs/confirm-dialog';
export * from './dialogs/dialog';
export * from './dialogs/draft-banner';
export * from './dialogs/form-dialog';
export * from './dialogs/leave-dialog';
export * from './dialogs/use-guarded-close';
export * from './dialogs/use-modal';
export * from './feedback/empty-state';
export * from './feedback/error-state';
export * from './feedback/full-message';
export * from './feedback/inline-banner';
export * from './feedback/notice';
export * from './feedback/skeleton';
export * from './feedback/spinner';
export * from './feedback/toast';
export * from './feedback/use-skeleton';
export * from './fields/checkbox';
export * from './fields/combobox';
export * from './fields/error-summary';
export * from './fields/field-shell';
export * from './fields/find-texts';
export * from './fields/form-section';
export * from './fields/money-field';
export * from './fields/percent-field';
export * from './fields/repeatable-rows';
export * from './fields/select-field';
export * from './fields/tag-input';
export * from './fields/text-area';
export * from './fields/text-field';
export * from './fields/use-field-id';
export * from './filters/agent-filter';
export * from './filters/filter-button';
export * from './filters/filter-picker';
export * from './filters/filter-search';
export * from './filters/filter-toggle';
export * from './filters/search-box';
export * from './filters/sort-filter';
export * from './filters/use-search-text';
export * from './filters/vendor-filter';
export * from './layout/card';
export * from './layout/correction-lines';
export * from './layout/description-list';
export * from './layout/figures';
export * from './layout/history-card';
export * from './layout/page-head';
export * from './layout/quick-action-card';
export * from './layout/route-stepper';
export * from './layout/summary-card';
export * from './layout/timeline';
export * from './lists/list-card';
export * from './lists/list-pager';
export * from './lists/list-table';
export * from './lists/media-object';
export * from './lists/mobile-list';
export * from './lists/pager';
export * from './lists/sort-th';
export * from './lists/table';
export * from './pictures/avatar';
export * from './pictures/picture-input';
export * from './pictures/picture-rules';
export * from './pictures/square-picture';
export * from './pictures/vendor-logo';
export * from './status/badge';
export * from './status/status-glyph';
export * from './status/status-help-dialog';
export * from './status/status-pill';
export * from './status/status-with-help';
