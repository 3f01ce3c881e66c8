import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const operatorWeb = webFeature({
  screens: [
    {
      scope: 'operator',
      address: 'operator/organizations',
      title: 'Organizations',
      gate: { isStaff: true },
      load: () => import('./organizations-screen.tsx'),
    },
    {
      scope: 'operator',
      address: 'operator/mail',
      title: 'Mail',
      gate: { isStaff: true },
      load: () => import('./mail-screen.tsx'),
    },
  ],
})
