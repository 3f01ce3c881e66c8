import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const viewsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'views',
      title: 'Views',
      load: () => import('./views-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'views/$viewId',
      title: 'View',
      load: () => import('./view-detail-screen.tsx'),
    },
  ],
})
