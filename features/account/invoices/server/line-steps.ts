import { z } from 'zod'
import type { DrawnStep } from '@playhead/domain/invoicing/draw-steps.ts'
import { decimal } from './decimal.ts'

/** As the table keeps them: the quantity is of what the meter counts. */
export const LineSteps = z.array(
  z.object({
    from: z.number(),
    upto: z.number().nullable(),
    quantity: z.coerce.number(),
    unit_micros: z.number(),
    amount_cents: z.number(),
  }),
)

export const storedSteps = (steps: readonly DrawnStep[]): z.input<typeof LineSteps> =>
  steps.map(({ from, upto, thousandths, micros, cents }) => ({
    from,
    upto,
    quantity: decimal(thousandths),
    unit_micros: micros,
    amount_cents: Number(cents),
  }))
