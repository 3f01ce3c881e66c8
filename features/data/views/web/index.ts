import { createElement } from 'react'
import { lazyPart } from '@playhead/web-kit/lazy-part.tsx'
import { webFeature } from '@playhead/web-kit/web-feature.ts'
import { RelatedViewsWaiting } from './related-views-waiting.tsx'

export { ErrorCodePill, shortErrorCode } from './error-code-pill.tsx'

/** Fetched when it is shown: what a front door hands on at once would come with the first page. */
export const RelatedViews = lazyPart(
  'RelatedViews',
  () => import('./related-views.tsx'),
  createElement(RelatedViewsWaiting),
)

export const viewsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'views',
      title: 'Views',
      load: () => import('./views-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'views/$viewId',
      title: 'View',
      load: () => import('./view-detail-screen.tsx'),
    },
  ],
})
