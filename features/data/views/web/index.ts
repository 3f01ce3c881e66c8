import { createElement } from 'react'
import { lazyPart } from '@playhead/web-kit/lazy-part.tsx'
import { RelatedViewsWaiting } from './related-views-waiting.tsx'

export { ErrorCodePill, shortErrorCode } from './error-code-pill.tsx'

/** Fetched when it is shown: what a front door hands on at once would come with the first page. */
export const RelatedViews = lazyPart(
  'RelatedViews',
  () => import('./related-views.tsx'),
  createElement(RelatedViewsWaiting),
)
