import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const errorCodesWeb = webFeature({
  screens: [
    {
      scope: 'settings',
      address: 'settings/categorize-errors',
      title: 'Categorize errors',
      load: () => import('./categorize-errors-screen.tsx'),
    },
  ],
})
