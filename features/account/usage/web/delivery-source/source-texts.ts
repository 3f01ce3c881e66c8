export type Source = 'video' | 'views'

export const sourceTexts: Record<Source, { short: string; label: string; description: string }> = {
  video: {
    short: 'Video that left this server',
    label: 'Video that left this server',
    description:
      'Each segment that a viewer received from this server counts. Exact without a CDN.',
  },
  views: {
    short: 'Time played in views',
    label: 'Time played in views',
    description:
      'For environments behind a CDN: what it serves from its cache never reaches this server, so the playing time of hosted views counts.',
  },
}

/** Hours begin at full hours in UTC. */
export const hourText = (date: string) =>
  `${new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(new Date(date))} UTC`
