import { lazyDialog } from '@playhead/web-kit/lazy-dialog.tsx'
import { webFeature } from '@playhead/web-kit/web-feature.ts'

/** Fetched when it is shown: what a front door hands on at once would come with the first page. */
export const PlayerSetup = lazyDialog('PlayerSetup', () => import('./player-setup.tsx'))

export const collectorWeb = webFeature({
  screens: [
    {
      scope: 'operator',
      address: 'operator/collector',
      title: 'Collector',
      gate: { isStaff: true },
      load: () => import('./collector-screen.tsx'),
    },
  ],
})
