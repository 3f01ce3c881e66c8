import { setImmediate as yieldToOthers } from 'node:timers/promises'
import {
  askWatchedSteps,
  type WatchedRow,
} from '@playhead/analytics/alerting/ask-watched-steps.sql.ts'
import type { Watched } from '@playhead/analytics/monitoring/monitoring-question.ts'
import { type StepRange, stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import type { EvaluatedRow } from '../rules/rules.sql.ts'
import { matcherOf, mentionedIn } from './watched-filters.ts'
import type { WatchedQuestion } from './watched-question.ts'

/** Many steps come in several answers, so that none is too large. */
const stepsAtOnce = 40

export interface DueQuestion {
  /** All of them ask the same. */
  rules: readonly EvaluatedRow[]
  watched: WatchedQuestion
  /** The first step to judge. */
  first: number
  /** The steps that it must know. */
  range: StepRange
  /** The first of them to ask for. */
  asked: number
}

const askInParts = async (
  environment: Watched,
  { mentioned, groupBy }: Pick<Parameters<typeof askWatchedSteps>[1], 'mentioned' | 'groupBy'>,
  { first, last }: StepRange,
  signal: AbortSignal | undefined,
) => {
  const rows: WatchedRow[] = []
  for (let from = first; from <= last; from += stepsAtOnce * stepSeconds) {
    const range = { first: from, last: Math.min(last, from + (stepsAtOnce - 1) * stepSeconds) }
    const part = await askWatchedSteps(environment, {
      range,
      mentioned,
      groupBy,
      ...(signal && { signal }),
    })
    for (const row of part) rows.push(row)
  }
  return rows
}

/** Asks for what questions of one statement do not know yet: their environment, grouping and first step are the same. */
export const askQuestions = async (
  environment: Watched,
  questions: readonly DueQuestion[],
  signal?: AbortSignal,
) => {
  const { rules, asked, range } = questions[0]!
  if (asked > range.last) return
  const mentioned = mentionedIn(questions.map((question) => question.rules[0]!))
  const groupBy = rules[0]!.group_by
  const rows = await askInParts(
    environment,
    { mentioned, groupBy },
    { first: asked, last: range.last },
    signal,
  )
  for (const question of questions) {
    const matches = matcherOf(question.rules[0]!, mentioned)
    question.watched.take(question.range, asked, rows.filter(matches))
    // A new evaluator takes an hour and a half for each of them.
    await yieldToOthers()
  }
}
