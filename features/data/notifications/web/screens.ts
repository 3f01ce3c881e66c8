import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const notificationsWeb = webFeature({
  screens: [
    // ALRT-028
    {
      scope: 'environment',
      address: 'alerts/notification-channels',
      title: 'Notification Channels',
      load: () => import('./notification-channels-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'alerts/silences',
      title: 'Silences',
      load: () => import('./silences/silences-screen.tsx'),
    },
    // ACCT-083: the older page of the same channels.
    {
      scope: 'settings',
      address: 'settings/notification-methods',
      title: 'Notification Channels',
      load: () => import('./notification-methods-screen.tsx'),
    },
  ],
})
