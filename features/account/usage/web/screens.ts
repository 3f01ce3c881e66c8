import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const usageWeb = webFeature({
  screens: [
    {
      scope: 'account',
      address: 'account/billing/summary',
      title: 'Billing | Summary',
      gate: { isAdmin: true },
      load: () => import('./summary-screen.tsx'),
    },
    {
      scope: 'account',
      address: 'account/billing/usage-details',
      title: 'Usage details',
      gate: { isAdmin: true },
      load: () => import('./usage-details-screen.tsx'),
    },
    {
      scope: 'operator',
      address: 'operator/prices',
      title: 'Prices',
      tab: { label: 'Prices', order: 50 },
      gate: { isStaff: true },
      load: () => import('./prices/prices-screen.tsx'),
    },
  ],
})
