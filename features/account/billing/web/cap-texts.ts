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

export const notePercent = 80

export const shareText = (cents: number, capCents: number) =>
  `${Math.round((cents / capCents) * 100)} %`
