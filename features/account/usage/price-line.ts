import { z } from 'zod/mini'
import { meterNames } from '@playhead/domain/usage.ts'

export const PriceLine = z.object({
  meter: z.enum(meterNames),
  tier: z.nullable(z.string()),
  quality: z.nullable(z.string()),
  /** Micro-cents for one unit, up to a number of units. */
  steps: z.array(z.object({ upto: z.nullable(z.int()), micros: z.int() })),
})
