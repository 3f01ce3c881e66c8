import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const logsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'activity/logs',
      title: 'API Activity | Logs',
      load: () => import('./logs-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'activity/logs/$logId',
      title: 'API Activity | Call',
      load: () => import('./log-screen.tsx'),
    },
  ],
})
