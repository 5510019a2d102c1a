export * from './render-at';
