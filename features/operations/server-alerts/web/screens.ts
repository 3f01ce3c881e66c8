import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const serverAlertsWeb = webFeature({
  screens: [
    {
      scope: 'operator',
      address: 'operator/alerts',
      title: 'Alerts',
      tab: { label: 'Alerts', order: 40 },
      gate: { isStaff: true },
      load: () => import('./server-alerts-screen.tsx'),
    },
  ],
})
