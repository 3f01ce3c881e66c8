import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const eventsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'activity/events',
      title: 'API Activity | Events',
      navigation: {
        section: 'Account',
        label: 'API Activity',
        icon: 'code',
        order: 10,
        address: 'activity',
        target: () => 'activity/events',
      },
      load: () => import('./events-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'activity/events/$eventId',
      title: 'API Activity | Event',
      load: () => import('./event-screen.tsx'),
    },
  ],
})
