/**
 * Converts between the stored timeframe of a dashboard and that of questions: `Last 24 hours` is `24:hours`; a fixed
 * range is its start and end with a comma between them. DASH-007
 */
export const defaultTimeframeStart = 'Last 24 hours'

const labelPattern = /^Last ([1-9]\d*) (minutes|hours|days|weeks|months)$/
const aliasPattern = /^([1-9]\d*):(minutes|hours|days|weeks|months)$/

export const timeframeOfStart = (text: string): string[] => {
  const [, amount, unit] = labelPattern.exec(text) ?? []
  return amount === undefined ? text.split(',') : [`${amount}:${unit}`]
}

export const startOfTimeframe = (timeframe: readonly string[]): string => {
  const [, amount, unit] = aliasPattern.exec(timeframe[0] ?? '') ?? []
  return amount === undefined ? timeframe.join(',') : `Last ${amount} ${unit}`
}
