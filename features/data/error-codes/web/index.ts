import { createElement } from 'react'
import { lazyPart } from '@playhead/web-kit/lazy-part.tsx'
import { ErrorCodeCardWaiting } from './error-code-card-waiting.tsx'

export { ErrorCodeCardWaiting }

/** Fetched when it is shown: what a front door hands on at once would come with the first page. */
export const ErrorCodeCard = lazyPart(
  'ErrorCodeCard',
  () => import('./error-code-card.tsx'),
  createElement(ErrorCodeCardWaiting),
)
