import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const paymentsWeb = webFeature({
  screens: [
    {
      scope: 'account',
      address: 'account/billing/payment-method',
      title: 'Billing | Payment method',
      gate: { isAdmin: true },
      load: () => import('./payment-method-screen.tsx'),
    },
    {
      scope: 'account',
      address: 'account/billing/test-payments/$paymentId',
      title: 'Billing | Test payment',
      gate: { isAdmin: true },
      load: () => import('./test-payment-screen.tsx'),
    },
    {
      scope: 'operator',
      address: 'operator/tax',
      title: 'Tax',
      tab: { label: 'Tax', order: 53 },
      gate: { isStaff: true },
      load: () => import('./tax/tax-screen.tsx'),
    },
  ],
})
