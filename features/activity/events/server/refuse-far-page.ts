import { invalidField } from '@playhead/contract-kit/errors.ts'
import { listedMax } from '../contract.ts'

/** Skipping many rows would read all of them. */
export const refuseFarPage = ({ page, limit }: { page: number; limit: number }) => {
  if (page * limit > listedMax + limit)
    throw invalidField(
      'page',
      'Only the newest 10,000 entries of a list can be paged through. Narrow the timeframe.',
    )
}
