import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const plansWeb = webFeature({
  screens: [
    {
      scope: 'account',
      address: 'account/billing',
      title: 'Billing',
      tab: { label: 'Billing and Payments', order: 30 },
      gate: { isAdmin: true },
      load: () => import('./billing-index-screen.tsx'),
    },
    {
      scope: 'account',
      address: 'account/billing/plans',
      title: 'Billing | Plans',
      gate: { isAdmin: true },
      load: () => import('./plans-screen.tsx'),
    },
    {
      scope: 'operator',
      address: 'operator/plans',
      title: 'Plans',
      tab: { label: 'Plans', order: 51 },
      gate: { isStaff: true },
      load: () => import('./operator/versions-screen.tsx'),
    },
  ],
})
