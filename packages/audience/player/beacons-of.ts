import type { SessionPlan } from '../plan/session-plan.ts'
import { Playing } from './play-session.ts'
import type { Beacon } from './reporter.ts'

/** The beacons of a plan in the order in which they are sent, generated lazily. */
export const beaconsOf = function* (
  plan: SessionPlan,
  environmentKey: string,
  collectorDomain = 'localhost',
): Generator<Beacon> {
  const playing = new Playing(plan, environmentKey, collectorDomain)
  playing.open()
  yield* playing.reporter.take()
  for (const [index, step] of plan.steps.entries()) {
    playing.isLast = index === plan.steps.length - 1
    playing.take(step, index)
    yield* playing.reporter.take()
  }
  playing.leave()
  yield* playing.reporter.take()
}
