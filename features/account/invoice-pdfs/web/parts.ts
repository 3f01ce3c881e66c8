import { invoiceAction } from '@playhead/features/account/invoices/slots'

export const invoicePdfsParts = [
  invoiceAction({ order: 10, load: () => import('./pdf-button.tsx') }),
]
