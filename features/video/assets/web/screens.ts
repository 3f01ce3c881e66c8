import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const assetsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'video/assets',
      title: 'Video | Assets',
      navigation: { section: 'Video', label: 'Assets', icon: 'film', order: 10 },
      load: () => import('./assets-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'video/assets/$assetId/$tab',
      title: 'Video | Asset',
      load: () => import('./asset-detail-screen.tsx'),
    },
  ],
})
