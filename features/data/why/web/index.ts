import { lazyDialog } from '@playhead/web-kit/lazy-dialog.tsx'

export type { ExplainDrawerProps } from './explain-drawer.tsx'
export type { WhyDrawerProps } from './why-drawer.tsx'

/** Which views a change comes from. */
export const WhyDrawer = lazyDialog('WhyDrawer', () => import('./why-drawer.tsx'))

/** How a number comes about. */
export const ExplainDrawer = lazyDialog('ExplainDrawer', () => import('./explain-drawer.tsx'))
