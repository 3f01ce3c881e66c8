import type { UsedLine } from './rate-usage.ts'

export interface EnvironmentUsage extends UsedLine {
  environmentId: string
}

/** Meter, tier and quality: what has one price. */
export const lineKey = ({ meter, tier, quality }: Pick<UsedLine, 'meter' | 'tier' | 'quality'>) =>
  [meter, tier, quality].join(' ')

/** One line for each meter, tier and quality, sorted by them, so that the same usage gives the same invoice. */
export const sumOfEnvironments = (rows: readonly EnvironmentUsage[]): UsedLine[] => {
  const lines = new Map<string, UsedLine>()
  for (const { meter, tier, quality, thousandths } of rows) {
    const key = lineKey({ meter, tier, quality })
    const before = lines.get(key)?.thousandths ?? 0n
    lines.set(key, { meter, tier, quality, thousandths: before + thousandths })
  }
  return [...lines].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line)
}
