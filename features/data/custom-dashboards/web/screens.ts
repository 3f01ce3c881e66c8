import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const customDashboardsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'custom-dashboards',
      alsoAt: ['custom-dashboards/$dashboardId'],
      title: 'Dashboards',
      load: () => import('./custom-dashboards-screen.tsx'),
    },
  ],
})
