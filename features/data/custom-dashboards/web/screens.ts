import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const customDashboardsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'custom-dashboards',
      alsoAt: ['custom-dashboards/$dashboardId'],
      title: 'Dashboards',
      navigation: { section: 'Data', label: 'Custom Dashboards', icon: 'dashboard', order: 40 },
      load: () => import('./custom-dashboards-screen.tsx'),
    },
  ],
})
