import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const errorCodesWeb = webFeature({
  screens: [
    {
      scope: 'settings',
      address: 'settings/categorize-errors',
      title: 'Categorize errors',
      tab: { label: 'Categorize Errors', order: 30 },
      load: () => import('./categorize-errors-screen.tsx'),
    },
  ],
})
