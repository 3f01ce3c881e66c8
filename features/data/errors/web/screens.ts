import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const errorsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'errors',
      title: 'Errors',
      navigation: { section: 'Data', label: 'Errors', icon: 'alert', order: 50 },
      hasQuestion: true,
      load: () => import('./errors-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'errors/$errorId',
      title: 'Error',
      hasQuestion: true,
      load: () => import('./error-screen.tsx'),
    },
  ],
})
