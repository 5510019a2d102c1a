/** What the page of terms shows beside what is agreed; it comes after the page. */
export { AgainDialog } from './again-dialog';
export { TryCard } from './try-card';
