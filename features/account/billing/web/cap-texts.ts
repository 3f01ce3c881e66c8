import type { CapAction } from '../contract.ts'

export const actionTexts: Record<CapAction, { label: string; description: string; short: string }> =
  {
    notify: {
      label: 'Notify only',
      short: 'Notify, stop nothing',
      description: 'Admins get a mail at 80, 100 and 120 %. Nothing stops.',
    },
    stop_new: {
      label: 'Stop what is new',
      short: 'Stop what is new',
      description: 'New uploads, assets and live streams are refused. Viewers notice nothing.',
    },
    stop_delivery: {
      label: 'Stop delivery, too',
      short: 'Stop delivery, too',
      description:
        'New playback stops, and broadcasts end for viewers. Videos that are already playing continue to their end.',
    },
  }

/** Of a cap on a plan that charges no usage. */
export const restText = 'The cap rests: it stops nothing and sends no mail until usage is charged.'

export const notePercent = 80

export const shareText = (cents: number, capCents: number) =>
  `${Math.round((cents / capCents) * 100)} %`

/** A cap is compared with usage at the operator's prices: an invoice has other parts, and so has a month with shared costs. */
export const notCounted = ({
  isInvoiced,
  sharedCosts,
}: {
  isInvoiced: boolean
  sharedCosts: readonly unknown[]
}) => {
  if (isInvoiced)
    return "Counts usage at the operator's prices, before what your plan includes, and no fees."
  return sharedCosts.length > 0 ? 'Shared costs do not count: a cap cannot stop them.' : null
}
