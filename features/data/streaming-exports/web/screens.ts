import { webFeature } from '@playhead/web-kit/web-feature.ts'

/** SHELL-039, SHELL-074 */
export const streamingExportsWeb = webFeature({
  screens: [
    {
      scope: 'settings',
      address: 'settings/streaming-exports',
      title: 'Streaming Exports',
      tab: { label: 'Streaming Exports', order: 50 },
      gate: { flags: { some: ['streamingExportsViewstream', 'streamingExportsLivehealthstream'] } },
      load: () => import('./streaming-exports-screen.tsx'),
    },
  ],
})
