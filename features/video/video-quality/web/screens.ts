import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const videoQualityWeb = webFeature({
  screens: [
    {
      scope: 'settings',
      address: 'settings/video-quality',
      title: 'Default video quality',
      tab: { label: 'Default Video Quality', order: 70 },
      gate: { flags: { all: ['freeVodEncodingEnabled'] } },
      load: () => import('./video-quality-screen.tsx'),
    },
  ],
})
