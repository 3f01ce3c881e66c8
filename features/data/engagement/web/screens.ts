import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const engagementWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'engagement',
      title: 'Engagement',
      navigation: { section: 'Environments', label: 'Engagement', icon: 'users', order: 20 },
      hasQuestion: true,
      load: () => import('./engagement-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'engagement/breakdown',
      title: 'Engagement breakdown',
      hasQuestion: true,
      load: () => import('./breakdown-screen.tsx'),
    },
  ],
})
