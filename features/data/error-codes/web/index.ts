import { createElement } from 'react'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { ErrorCodeCardWaiting } from './error-code-card-waiting.tsx'

export { ErrorCodeCardWaiting }

/** Loaded when shown: a static export of this index would be part of the first page's bundle. */
export const ErrorCodeCard = lazyPart(
  'ErrorCodeCard',
  () => import('./error-code-card.tsx'),
  createElement(ErrorCodeCardWaiting),
)
