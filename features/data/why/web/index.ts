import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'

export type { WhyDrawerProps } from './why-drawer.tsx'

/** Shows which views a change comes from. */
export const WhyDrawer = lazyDialog('WhyDrawer', () => import('./why-drawer.tsx'))
