import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { whyWaiting } from './why-waiting.tsx'

export { type ChangePart, partsText } from './change-words.ts'
export type { WhyDrawerProps } from './why-drawer.tsx'

/** Shows which views a change comes from. */
export const WhyDrawer = lazyDialog('WhyDrawer', () => import('./why-drawer.tsx'))

/** The same within a page, loaded when it is drawn. */
export const WhyAnswer = lazyPart('WhyAnswer', () => import('./why-answer.tsx'), whyWaiting)
