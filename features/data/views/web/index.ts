export { ErrorCodePill, shortErrorCode } from './error-code-pill.tsx'
export { RelatedViews } from './related-views.tsx'
