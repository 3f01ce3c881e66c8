import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const invoicesWeb = webFeature({
  screens: [
    {
      scope: 'account',
      address: 'account/billing/invoices',
      title: 'Billing | Invoices',
      gate: { isAdmin: true },
      load: () => import('./invoices-screen.tsx'),
    },
    {
      scope: 'account',
      address: 'account/billing/invoices/$invoiceId',
      title: 'Billing | Invoice',
      gate: { isAdmin: true },
      load: () => import('./invoice-screen.tsx'),
    },
    {
      scope: 'operator',
      address: 'operator/invoices',
      title: 'Invoices',
      tab: { label: 'Invoices', order: 52 },
      gate: { isStaff: true },
      load: () => import('./operator/operated-screen.tsx'),
    },
  ],
})
