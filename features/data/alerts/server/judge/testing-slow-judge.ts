import { flapping, type JudgedRule, type JudgedWindow, type Verdict, verdictOf } from './judge.ts'

export interface SlowStep {
  step: number
  window: JudgedWindow
  /** A person ends the incident before this step, if one is open. */
  isResolvedBefore: boolean
}

export type SlowEvent =
  | { step: number; kind: 'open'; isFlapping: boolean }
  | { step: number; kind: 'end'; status: 'closed' | 'expired' | 'resolved' }

/** The first step of the equal verdicts that end with the last one of `verdicts`. */
const startOfRun = (
  steps: readonly SlowStep[],
  verdicts: readonly Verdict[],
  verdict: Verdict,
  from: number,
) => {
  if (verdicts.at(-1) !== verdict) return undefined
  let at = verdicts.length - 1
  while (at > 0 && verdicts[at - 1] === verdict && steps[at - 1]!.step >= from) at -= 1
  return steps[at]!.step
}

const day = 86_400

/** Says what happens without keeping a state: each step looks back at everything before it. */
export const runSlowJudge = (rule: JudgedRule, steps: readonly SlowStep[]): SlowEvent[] => {
  const events: SlowEvent[] = []
  const verdicts: Verdict[] = []
  for (const [at, { step, window, isResolvedBefore }] of steps.entries()) {
    if (isResolvedBefore && events.at(-1)?.kind === 'open')
      events.push({ step: steps[at - 1]!.step, kind: 'end', status: 'resolved' })
    verdicts.push(verdictOf(rule, window))
    const last = events.at(-1)
    const isOpen = last?.kind === 'open'
    const lasted = (verdict: Verdict, from = Number.NEGATIVE_INFINITY) => {
      const start = startOfRun(steps, verdicts, verdict, from)
      return start === undefined ? -1 : step + 5 - start
    }
    if (isOpen) {
      const goodSeconds = last.isFlapping ? 1_800 : rule.closeAfterSeconds
      const unknownFrom = rule.opensWithoutData ? Number.NEGATIVE_INFINITY : last.step
      if (verdicts.at(-1) === 'good' && lasted('good') >= goodSeconds)
        events.push({ step, kind: 'end', status: 'closed' })
      else if (
        lasted('few') >= 900 ||
        lasted('unknown', unknownFrom) >= day / 4 ||
        step + 5 - last.step >= 7 * day
      )
        events.push({ step, kind: 'end', status: 'expired' })
      continue
    }
    const wasResolved = last?.kind === 'end' && last.status === 'resolved'
    const isHeld =
      wasResolved &&
      !verdicts.some((verdict, index) => verdict === 'good' && steps[index]!.step > last.step)
    // A gap that a resolved incident lay in counts from the resolution on.
    const gapFrom = wasResolved ? last.step + 1 : Number.NEGATIVE_INFINITY
    const gapStart = startOfRun(steps, verdicts, 'unknown', gapFrom)
    const isNewGap = gapStart !== undefined && (last === undefined || last.step <= gapStart)
    const isGap =
      rule.opensWithoutData && isNewGap && lasted('unknown', gapFrom) >= rule.windowSeconds
    if (isHeld || (verdicts.at(-1) !== 'bad' && !isGap)) continue
    const openings = events.filter(
      (event) => event.kind === 'open' && step - event.step < flapping.withinSeconds,
    )
    events.push({ step, kind: 'open', isFlapping: openings.length >= 2 })
  }
  return events
}
