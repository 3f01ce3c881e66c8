import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '@playhead/server-kit/channels/channel-figures.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { Evaluator } from './evaluator.ts'

/** The lease of a schedule is given back after this time, and mostly taken again by the same process. */
const turnMs = 60_000
const lookMs = 250
const awayMs = 1_000

/** What a process knows stays with it from turn to turn. */
const evaluators = new WeakMap<App, Evaluator>()

/** Those that judge now, as one process does at a time. */
const judging = new WeakSet<Evaluator>()

const evaluatorOf = (app: App) => {
  const evaluator = evaluators.get(app) ?? new Evaluator(app)
  evaluators.set(app, evaluator)
  return evaluator
}

/** Judges each step of all rules as soon as its samples are written, until the turn ends. */
export const evaluateAlerts = async (app: App, signal?: AbortSignal) => {
  const evaluator = evaluatorOf(app)
  const endsAt = performance.now() + turnMs
  judging.add(evaluator)
  try {
    await judgeUntil(app, evaluator, endsAt, signal)
  } finally {
    judging.delete(evaluator)
  }
}

const judgeUntil = async (
  app: App,
  evaluator: Evaluator,
  endsAt: number,
  signal: AbortSignal | undefined,
) => {
  let isAway = false
  const goesOn = () => performance.now() < endsAt && !signal?.aborted
  while (goesOn()) {
    try {
      if (evaluator.isDue()) await evaluator.judgeReady(signal)
      if (isAway) app.log.info('alert rules are judged again')
      isAway = false
    } catch (error) {
      if (signal?.aborted) return
      // Nothing opens or closes meanwhile; what was missed is judged once the engines are back.
      if (!isAway) app.log.warn('alert rules could not be judged', { error })
      isAway = true
    }
    await pause(isAway ? awayMs : lookMs, undefined, {
      ...(signal && { signal }),
      ref: false,
    }).catch(() => {})
  }
}

/** How far the process that judges is behind; the others have no such figure. */
export const alertFigures = (app: App): Figure[] => {
  const evaluator = evaluators.get(app)
  const late = evaluator && judging.has(evaluator) ? evaluator.lateSeconds() : undefined
  if (late === undefined) return []
  return [
    {
      name: 'playhead_alert_rules_late_seconds',
      kind: 'gauge',
      meaning: 'How far judging alert rules is behind the newest step.',
      values: [{ value: Math.max(late, 0) }],
    },
  ]
}
