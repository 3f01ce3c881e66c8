import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const operatorWeb = webFeature({
  screens: [
    {
      scope: 'operator',
      address: 'operator/organizations',
      title: 'Organizations',
      tab: { label: 'Organizations', order: 10 },
      gate: { isStaff: true },
      load: () => import('./organizations-screen.tsx'),
    },
    {
      scope: 'operator',
      address: 'operator/mail',
      title: 'Mail',
      tab: { label: 'Mail', order: 20 },
      gate: { isStaff: true },
      load: () => import('./mail-screen.tsx'),
    },
  ],
})
