/** What is counted, and what one priced unit of it is in the unit that is counted. */
export const meters = {
  delivered: { label: 'Delivered', unit: 'minutes', perUnit: 60 },
  /** Counted in second-hours; a month has 730 hours. */
  stored: { label: 'Stored', unit: 'minutes a month', perUnit: 60 * 730 },
  encoded: { label: 'Encoded', unit: 'minutes', perUnit: 60 },
  live: { label: 'Live', unit: 'minutes', perUnit: 60 },
  views_hosted: { label: 'Hosted views', unit: 'views', perUnit: 1 },
  views_other: { label: 'Other views', unit: 'views', perUnit: 1 },
  /** Counted in byte-hours. */
  stored_bytes: { label: 'Stored data', unit: 'GB a month', perUnit: 1e9 * 730 },
  delivered_bytes: { label: 'Delivered data', unit: 'GB', perUnit: 1e9 },
} as const

export type Meter = keyof typeof meters

export const meterNames = Object.keys(meters) as [Meter, ...Meter[]]

export const isMeter = (name: string): name is Meter => Object.hasOwn(meters, name)

/** What a fixed cost is shared out by, and the meters that count for it. */
export const sharings = {
  views: { label: 'Views', meters: ['views_hosted', 'views_other'] },
  delivered: { label: 'Delivered minutes', meters: ['delivered'] },
  stored: { label: 'Stored minutes', meters: ['stored'] },
  encoded: { label: 'Encoded minutes', meters: ['encoded'] },
  evenly: { label: 'Evenly', meters: [] },
} as const satisfies Record<string, { label: string; meters: readonly Meter[] }>

export type SharedBy = keyof typeof sharings

export const sharingNames = Object.keys(sharings) as [SharedBy, ...SharedBy[]]
