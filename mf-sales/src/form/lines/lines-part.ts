export { default as LinesPreview } from './lines-preview';
export { default as LinesSection } from './lines-section';
export { toLines } from './one-total';
