import {
  invoiceAction,
  invoiceCard,
  invoiceNotice,
  owedAction,
} from '@playhead/features/account/invoices/slots'

export const paymentsParts = [
  invoiceAction({ order: 5, load: () => import('./pay-part.tsx') }),
  invoiceNotice({ order: 10, load: () => import('./invoice-notice-part.tsx') }),
  invoiceCard({ order: 10, load: () => import('./invoice-payments-part.tsx') }),
  owedAction({ order: 10, load: () => import('./pay-oldest-part.tsx') }),
]
