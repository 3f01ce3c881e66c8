import type { App } from '@playhead/server-kit/app.ts'
import type { EvaluatedRow } from '../rules/rules.sql.ts'
import type { OpenMemory } from './open-memory.ts'
import type { PointRecorder } from './point-recorder.ts'
import type { SampledSteps } from './sampled-steps.ts'
import type { StoredState } from './states.sql.ts'
import type { WatchedQuestion } from './watched-question.ts'

/** What an evaluator uses of the program. */
export type EvaluatorApp = Pick<App, 'postgres' | 'clickhouse' | 'clock' | 'slots'>

export interface RuleRun {
  app: EvaluatorApp
  rule: EvaluatedRow
  watched: WatchedQuestion
  sampled: SampledSteps
  recorder: PointRecorder
  /** What open incidents have seen since they were written. */
  memory: OpenMemory
  /** How many more searches for causes this pass may make: when everything breaks, incidents open first. */
  searches: { left: number }
  /** By group; each stored state replaces the one that was read. */
  states: Map<string, StoredState>
}
