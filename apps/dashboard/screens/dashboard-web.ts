import { webFeature } from '@playhead/web-kit/web-feature.ts'

/** Screens that belong to the dashboard itself and to no feature. */
export const dashboardWeb = webFeature({
  screens: [
    {
      scope: 'bare',
      address: 'logout',
      title: 'Log out',
      session: 'any',
      load: () => import('./logout-screen.tsx'),
    },
    {
      scope: 'bare',
      address: 'docs/status',
      title: 'Status',
      session: 'any',
      load: () => import('./status-screen.tsx'),
    },
  ],
})
