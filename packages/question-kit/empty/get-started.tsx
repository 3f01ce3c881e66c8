import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'

/** Loaded when it is needed: most environments have data. */
export const GetStartedButton = lazyPart(
  'GetStartedButton',
  () => import('./get-started-button.tsx'),
  null,
)
