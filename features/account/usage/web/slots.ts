import { slot } from '@playhead/web-kit/slot.ts'
import type { SummaryQuery } from './use-usage.ts'

export interface SummaryPartProps {
  /** The running month. */
  summary: SummaryQuery
}

/** What heads the pages of billing, such as their tabs. */
export const billingTop = slot<object>()

/** A card beside the usage of the running month on the page Usage details. */
export const detailsCard = slot<SummaryPartProps>()

/** A card beside the usage of the month on the page Billing and Payments. */
export const summaryCard = slot<SummaryPartProps>()
