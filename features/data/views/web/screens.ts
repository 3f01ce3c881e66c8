import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const viewsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'views',
      title: 'Views',
      navigation: { section: 'Data', label: 'Views', icon: 'eye', order: 60 },
      hasQuestion: true,
      load: () => import('./views-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'views/$viewId',
      title: 'View',
      hasQuestion: true,
      load: () => import('./view-detail-screen.tsx'),
    },
  ],
})
