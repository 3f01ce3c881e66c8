import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const broadcastsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'video/live-streams/$liveStreamId/health',
      title: 'Video | Input health',
      // The flag is in the table of addresses. SHELL-037
      load: () => import('./health/health-screen.tsx'),
    },
  ],
})
