import {
  expiresAfter,
  flapping,
  judgedStepSeconds,
  type JudgedRule,
  type JudgedState,
  type Verdict,
} from './judge.ts'

const stepAfter = (since: number | null, seconds: number) =>
  since === null ? Number.POSITIVE_INFINITY : since + seconds - judgedStepSeconds

/**
 * The first step at which `judge` may have an effect if the verdict stays what it was in the step that led to `state`.
 * Until then it only forgets openings that are over an hour old, which a later step does as well.
 */
export const unchangedUntil = (
  rule: JudgedRule,
  { phase, since, goodSince, fewSince, unknownSince, isFlapping, waitsForGood }: JudgedState,
  verdict: Verdict,
): number => {
  if (phase === 'open')
    return Math.min(
      stepAfter(since, expiresAfter.openSeconds),
      stepAfter(goodSince, isFlapping ? flapping.closeAfterSeconds : rule.closeAfterSeconds),
      stepAfter(fewSince, expiresAfter.fewSeconds),
      stepAfter(unknownSince, expiresAfter.unknownSeconds),
    )
  if (waitsForGood) return Number.POSITIVE_INFINITY
  // An incident that just ended opens again in the next bad step.
  if (verdict === 'bad') return Number.NEGATIVE_INFINITY
  return verdict === 'unknown' && rule.opensWithoutData
    ? stepAfter(unknownSince, rule.windowSeconds)
    : Number.POSITIVE_INFINITY
}
