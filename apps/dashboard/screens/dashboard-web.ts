import { webFeature } from '@playhead/web-kit/web-feature.ts'

/** Screens of the dashboard itself, which belong to no feature. */
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
    {
      scope: 'bare',
      address: '__kit',
      title: 'Interface kit',
      session: 'any',
      load: async () => {
        const { KitPage } = await import('../kit/kit-page.tsx')
        return { Screen: KitPage }
      },
    },
  ],
})
