import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'

/** Loaded when shown: a static export of this index would be part of the first page's bundle. */
export const PlayerSetup = lazyDialog('PlayerSetup', () => import('./player-setup.tsx'))
