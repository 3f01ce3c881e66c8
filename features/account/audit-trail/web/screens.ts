import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const auditTrailWeb = webFeature({
  screens: [
    {
      scope: 'environment',
      address: 'activity/changes',
      title: 'API Activity | Changes',
      gate: { isAdmin: true },
      load: () => import('./changes-screen.tsx'),
    },
  ],
})
