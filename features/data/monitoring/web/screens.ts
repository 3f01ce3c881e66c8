import { webFeature } from '@playhead/web-kit/web-feature.ts'

/** MONI-003 */
const metricScreens = {
  'current-concurrent-viewers': 'Concurrent viewers',
  'current-average-bitrate': 'Average bitrate',
  'current-rebuffering-percentage': 'Rebuffering',
  'exits-before-video-start': 'Exits before video start',
  'playback-failure-percentage': 'Playback failures',
  'video-startup-failure-percentage': 'Video startup failures',
}

export const monitoringWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'monitoring',
      title: 'Monitoring',
      navigation: { section: 'Data', label: 'Monitoring', icon: 'activity', order: 20 },
      load: () => import('./overview-screen.tsx'),
    },
    ...Object.entries(metricScreens).map(([metric, title]) => ({
      scope: 'environment' as const,
      address: `monitoring/${metric}`,
      title: `${title}, monitoring`,
      load: () => import('./metric-screen.tsx'),
    })),
  ],
})
