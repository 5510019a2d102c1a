export * from './answer-of';
export * from './pdf-of';
export * from './pretend-database';
export * from './render-at';
export * from './render-in-app';
export * from './requests-of-page';
export * from './rows';
export * from './render-signed-in';
