import { createElement } from 'react'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { RelatedViewsWaiting } from './related-views-waiting.tsx'

export { ErrorCodePill, shortErrorCode } from './error-code-pill.tsx'

/** Loaded when shown: a static export of this index would be part of the first page's bundle. */
export const RelatedViews = lazyPart(
  'RelatedViews',
  () => import('./related-views.tsx'),
  createElement(RelatedViewsWaiting),
)
