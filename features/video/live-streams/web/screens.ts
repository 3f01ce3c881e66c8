import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const liveStreamsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'video/live-streams',
      title: 'Video | Live Streams',
      navigation: { section: 'Video', label: 'Live Streams', icon: 'radio', order: 20 },
      load: () => import('./list/live-streams-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'video/live-streams/$liveStreamId/$tab',
      title: 'Video | Live Stream',
      load: () => import('./detail/live-stream-screen.tsx'),
    },
  ],
})
