import { partsBySteps, type PriceStep, shareOut } from '../rate.ts'

/** What a line has of one step of its price. */
export interface DrawnStep {
  /** Units that come before the step; they count through all environments. */
  from: number
  /** Null for the last step. */
  upto: number | null
  thousandths: bigint
  micros: number
  cents: bigint
}

interface Shared {
  steps: readonly PriceStep[]
  perUnit: number
  /** Of the organization, without what the plan includes. */
  thousandths: bigint
  /** The line of each environment. */
  lines: readonly { thousandths: bigint; cents: bigint }[]
}

const isUsed = (weights: readonly bigint[]) => weights.some((weight) => weight > 0n)

/** In proportion to what each step costs. They add up to the cents of the line, which was rounded once. */
const centsOfSteps = (cents: bigint, parts: readonly bigint[], steps: readonly PriceStep[]) => {
  const costs = parts.map((part, index) => part * BigInt(steps[index]!.micros))
  if (isUsed(costs)) return shareOut(cents, costs)
  // A cent that was left over may have come to an environment which used only what is free.
  return shareOut(cents, isUsed(parts) ? parts : parts.map((_, index) => (index === 0 ? 1n : 0n)))
}

/**
 * The steps of each environment's line. They add up to its charged usage and to its cents, and those of all environments to
 * the steps of the organization. A line that charges nothing has the first step, for its price.
 */
export const drawSteps = ({ steps, perUnit, thousandths, lines }: Shared): DrawnStep[][] => {
  let rest = partsBySteps({ thousandths, perUnit }, steps)
  const whole = rest.reduce((sum, part) => sum + part, 0n)
  const charged = shareOut(
    whole,
    lines.map((line) => line.thousandths),
  )
  return lines.map(({ cents }, line) => {
    // Never more than the rest of a step: what is shared out is at most the sum of the rests.
    const parts = shareOut(charged[line]!, rest)
    rest = rest.map((part, index) => part - parts[index]!)
    const shares = centsOfSteps(cents, parts, steps)
    return steps
      .map(({ upto, micros }, index) => ({
        from: steps[index - 1]?.upto ?? 0,
        upto: upto ?? null,
        thousandths: parts[index]!,
        micros,
        cents: shares[index]!,
      }))
      .filter((step, index) => step.thousandths > 0n || (index === 0 && !isUsed(parts)))
  })
}
