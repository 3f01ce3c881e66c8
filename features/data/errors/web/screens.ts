import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const errorsWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'errors',
      title: 'Errors',
      load: () => import('./errors-screen.tsx'),
    },
    {
      scope: 'environment',
      address: 'errors/$errorId',
      title: 'Error',
      load: () => import('./error-screen.tsx'),
    },
  ],
})
