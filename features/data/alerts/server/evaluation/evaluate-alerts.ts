import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '@playhead/server-kit/app.ts'
import { Evaluator } from './evaluator.ts'

/** The lease of a schedule is given back after this time, and mostly taken again by the same process. */
const turnMs = 60_000
const lookMs = 250
const awayMs = 1_000

/** What a process knows stays with it from turn to turn. */
const evaluators = new WeakMap<App, Evaluator>()

const evaluatorOf = (app: App) => {
  const evaluator = evaluators.get(app) ?? new Evaluator(app)
  evaluators.set(app, evaluator)
  return evaluator
}

/** Judges each step of all rules as soon as its samples are written, until the turn ends. */
export const evaluateAlerts = async (app: App, signal?: AbortSignal) => {
  const evaluator = evaluatorOf(app)
  const endsAt = performance.now() + turnMs
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
