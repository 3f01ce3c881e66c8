import { lazyDialog } from '@playhead/web-kit/lazy-dialog.tsx'

/** Fetched when it is shown: what a front door hands on at once would come with the first page. */
export const PlayerSetup = lazyDialog('PlayerSetup', () => import('./player-setup.tsx'))
