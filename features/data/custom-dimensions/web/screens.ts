import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const customDimensionsWeb = webFeature({
  screens: [
    {
      scope: 'settings',
      address: 'settings/custom-dimensions',
      title: 'Custom dimensions',
      tab: { label: 'Custom Dimensions', order: 20 },
      load: () => import('./custom-dimensions-screen.tsx'),
    },
  ],
})
