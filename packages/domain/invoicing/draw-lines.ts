import { type Price, priceOf, shareOut } from '../rate.ts'
import type { FeeLine } from '../rating/fee-lines.ts'
import type { RatedLine } from '../rating/rate-usage.ts'
import { type EnvironmentUsage, lineKey } from '../rating/sum-usage.ts'
import { type Meter, meters } from '../usage.ts'
import { type DrawnStep, drawSteps } from './draw-steps.ts'

export interface DrawnLine {
  kind: 'fee' | 'credit' | 'usage' | 'correction' | 'carried'
  /** The first moment of the month that it is about. */
  month: Date
  environmentId: string | null
  environmentName: string | null
  meter: Meter | null
  tier: string | null
  quality: string | null
  description: string
  /** Of what the meter counts. */
  thousandths: bigint
  includedThousandths: bigint
  unitMicros: number | null
  /** Null where the price has one step; empty for what has no price, such as a correction. */
  steps: DrawnStep[] | null
  cents: bigint
}

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const monthAndYear = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

export const monthWords = (month: Date) => monthAndYear.format(month)

const ofNothing = {
  environmentId: null,
  environmentName: null,
  meter: null,
  tier: null,
  quality: null,
  thousandths: 0n,
  includedThousandths: 0n,
  unitMicros: null,
  steps: null,
} as const

/** The last day counts: until midnight means until the day before. */
const daysOf = ({ from, until }: { from: Date; until: Date }) =>
  `${day.format(from)} to ${day.format(new Date(until.getTime() - 1))}`

const feeLine = (fee: FeeLine, month: Date): DrawnLine => ({
  ...ofNothing,
  kind: fee.kind,
  month,
  description:
    fee.kind === 'fee'
      ? `Plan ${fee.planName}, by the ${fee.frequency}, ${daysOf(fee)}`
      : `Credit for the rest of the year of plan ${fee.planName}, ${daysOf(fee)}`,
  cents: fee.cents,
})

const usageWords = ({ meter, tier, quality }: Pick<RatedLine, 'meter' | 'tier' | 'quality'>) =>
  [meters[meter].label, tier, quality].filter(Boolean).join(', ')

type Names = ReadonlyMap<string, string>

interface Shared {
  lines: readonly RatedLine[]
  ofEnvironments: readonly EnvironmentUsage[]
  prices: readonly Price[]
  names: Names
  month: Date
}

const nameOf = ({ environmentName, environmentId }: DrawnLine) =>
  `${environmentName ?? ''} ${environmentId ?? ''}`

/** A reader looks for an environment: what belongs to it stands together, in the order given. */
const byEnvironment = (lines: readonly DrawnLine[]) =>
  lines.toSorted((one, other) =>
    nameOf(one) < nameOf(other) ? -1 : nameOf(one) > nameOf(other) ? 1 : 0,
  )

/**
 * What has a price, by environment. The cents of a line are shared out by what was used, so that the environments add up
 * to it: the largest remainders get the cents that are left.
 */
export const usageLines = ({ lines, ofEnvironments, prices, names, month }: Shared): DrawnLine[] =>
  byEnvironment(
    lines.flatMap((line): DrawnLine[] => {
      if (line.cents === undefined) return []
      const used = environmentsOf(line, ofEnvironments)
      const weights = used.map(({ thousandths }) => thousandths)
      const cents = shareOut(line.cents, weights)
      const included = shareOut(line.includedThousandths, weights)
      const price = priceOf(prices, line)?.steps ?? []
      const single = price.length === 1 ? price[0] : undefined
      const steps =
        single === undefined
          ? drawSteps({
              steps: price,
              perUnit: meters[line.meter].perUnit,
              thousandths: line.thousandths - line.includedThousandths,
              lines: used.map(({ thousandths }, index) => ({
                thousandths: thousandths - included[index]!,
                cents: cents[index]!,
              })),
            })
          : undefined
      return used.map(({ environmentId, thousandths }, index) => ({
        kind: 'usage' as const,
        month,
        environmentId,
        environmentName: names.get(environmentId) ?? null,
        meter: line.meter,
        tier: line.tier,
        quality: line.quality,
        description: usageWords(line),
        thousandths,
        includedThousandths: included[index]!,
        unitMicros: single?.micros ?? null,
        steps: steps?.[index] ?? null,
        cents: cents[index]!,
      }))
    }),
  )

/** The sums of each environment that used something of a line, by its id. */
const environmentsOf = (
  line: Pick<RatedLine, 'meter' | 'tier' | 'quality'>,
  rows: readonly EnvironmentUsage[],
) => {
  const sums = new Map<string, bigint>()
  for (const row of rows)
    if (lineKey(row) === lineKey(line))
      sums.set(row.environmentId, (sums.get(row.environmentId) ?? 0n) + row.thousandths)
  return [...sums]
    .filter(([, thousandths]) => thousandths !== 0n)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([environmentId, thousandths]) => ({ environmentId, thousandths }))
}

interface Corrected {
  month: Date
  /** As it was charged before, and as it is counted now. */
  before: { lines: readonly RatedLine[]; ofEnvironments: readonly EnvironmentUsage[] }
  now: { lines: readonly RatedLine[]; ofEnvironments: readonly EnvironmentUsage[] }
  names: Names
}

const absolute = (number: bigint) => (number < 0n ? -number : number)

/** What was counted for an earlier month after it was charged: each line that changed, by environment. */
export const correctionLines = ({ month, before, now, names }: Corrected): DrawnLine[] => {
  const known = new Map(before.lines.map((line) => [lineKey(line), line]))
  const counted = new Map(now.lines.map((line) => [lineKey(line), line]))
  const keys = [...new Set([...known.keys(), ...counted.keys()])].toSorted()
  const lines = keys.flatMap((key): DrawnLine[] => {
    const line = counted.get(key) ?? known.get(key)!
    const cents = (counted.get(key)?.cents ?? 0n) - (known.get(key)?.cents ?? 0n)
    const changed = differenceOf(line, before.ofEnvironments, now.ofEnvironments)
    if (cents === 0n) return []
    // What a plan includes may have moved to another line, which itself did not change.
    const used =
      changed.length > 0
        ? changed
        : environmentsOf(line, [...before.ofEnvironments, ...now.ofEnvironments]).map((one) => ({
            ...one,
            thousandths: 0n,
          }))
    const weights = used.map(({ thousandths }) => absolute(thousandths))
    const shares = shareOut(
      absolute(cents),
      weights.every((weight) => weight === 0n) ? weights.map(() => 1n) : weights,
    )
    return used.map(({ environmentId, thousandths }, index) => ({
      kind: 'correction' as const,
      month,
      environmentId,
      environmentName: names.get(environmentId) ?? null,
      meter: line.meter,
      tier: line.tier,
      quality: line.quality,
      description: `Correction of ${monthWords(month)}: ${usageWords(line)}`,
      thousandths,
      includedThousandths: 0n,
      unitMicros: null,
      steps: [],
      cents: cents < 0n ? -shares[index]! : shares[index]!,
    }))
  })
  return byEnvironment(lines)
}

const differenceOf = (
  line: Pick<RatedLine, 'meter' | 'tier' | 'quality'>,
  before: readonly EnvironmentUsage[],
  now: readonly EnvironmentUsage[],
) =>
  environmentsOf(line, [
    ...now,
    ...before.map((row) => ({ ...row, thousandths: -row.thousandths })),
  ])

interface Drawn {
  month: Date
  fees: readonly FeeLine[]
  usage: readonly DrawnLine[]
  corrections: readonly DrawnLine[]
  /** Left over from the last invoice, as a positive number. */
  carried: { month: Date; cents: bigint } | undefined
}

export const sumOf = (lines: readonly { cents: bigint }[]) =>
  lines.reduce((sum, { cents }) => sum + cents, 0n)

/**
 * All lines of an invoice. Credits beyond what is charged are carried to the next one, so that none is below zero. A month
 * about which there is nothing to say leaves a credit where it is.
 */
export const drawLines = ({ month, fees, usage, corrections, carried }: Drawn): DrawnLine[] => {
  const lines = [
    ...fees.filter(({ cents }) => cents !== 0n).map((fee) => feeLine(fee, month)),
    ...usage,
    ...corrections,
  ]
  if (lines.length > 0 && carried && carried.cents > 0n)
    lines.push({
      ...ofNothing,
      kind: 'carried',
      month: carried.month,
      description: `Credit carried from ${monthWords(carried.month)}`,
      cents: -carried.cents,
    })
  const sum = sumOf(lines)
  if (sum < 0n)
    lines.push({
      ...ofNothing,
      kind: 'carried',
      month,
      description: 'Credit carried to the next invoice',
      cents: -sum,
    })
  return lines
}
