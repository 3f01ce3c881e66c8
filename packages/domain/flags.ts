/** Flags and plan limits of an organization. SHELL-058; inAppViewerCounts: ACCT-067; dimensions: METR-047 */
export const flagDefaults = {
  realtime: true,
  customDashboards: true,
  video: true,
  streamingExportsViewstream: false,
  streamingExportsLivehealthstream: false,
  freeVodEncodingEnabled: true,
  alertingV2: true,
  metricFiltersEnabled: true,
  liveStreamHealth: true,
  historicalMetrics: true,
  '4KBilling': false,
  defaultVideoQualityVod: 'plus',
  premiumQualityRolloutEnabled: true,
  testVideoOnly: false,
  inAppViewerCounts: true,
  customDimensions: true,
  debugDimensions: false,
  maxFilters: 10,
  retentionDays: 100,
  environmentLimit: -1,
  dataViewLimit: 0,
  maxUsers: -1,
} satisfies Record<string, boolean | number | string>

export type FlagName = keyof typeof flagDefaults
type Widened<T> = T extends boolean ? boolean : T extends number ? number : string
export type Flags = { [K in FlagName]: Widened<(typeof flagDefaults)[K]> }
export type FlagValue = boolean | number | string

export const flagNames = Object.keys(flagDefaults) as FlagName[]

export const isFlagName = (name: string): name is FlagName => Object.hasOwn(flagDefaults, name)

export const videoQualities = ['basic', 'plus', 'premium'] as const

/** What an organization may choose itself; only the operator sets the other flags. ACCT-016, ACCT-082 */
export const selfServiceFlags: Partial<Record<FlagName, readonly FlagValue[]>> = {
  defaultVideoQualityVod: videoQualities,
}

/** A stored or overridden value counts only if it has the type of the default. */
export const withFlags = (base: Flags, changes: Record<string, unknown>): Flags => {
  const result: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(changes))
    if (isFlagName(name) && typeof value === typeof flagDefaults[name]) result[name] = value
  return result as Flags
}
