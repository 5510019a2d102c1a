export * from './render-at';
export * from './render-in-app';
