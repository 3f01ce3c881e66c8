import type { Database } from '@playhead/postgres/client.ts'
import { slot } from '@playhead/server-kit/slot.ts'

export interface NewPrices {
  currency: string
  validFrom: Date
}

/** What another capability refuses about new prices. */
interface PriceCheck {
  /** Checks run in ascending order. */
  readonly order: number
  refuse(postgres: Database, prices: NewPrices): Promise<void>
}

export const priceCheck = slot<PriceCheck>('price check')
