import { FairSlots } from '@playhead/domain/fair-slots.ts'
import { groupBy } from '@playhead/domain/group-by.ts'
import { newestEndedStep, stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import { flagsOfOrganization } from '@playhead/server-kit/identity/effective-flags.ts'
import { writeJudgedUntil } from '../judging/judging.sql.ts'
import { type EvaluatedRow, listEnabledRules } from '../rules/rules.sql.ts'
import { askQuestions, type DueQuestion } from './ask-questions.ts'
import { evaluateRule } from './evaluate-rule.ts'
import { OpenMemory } from './open-memory.ts'
import { PointRecorder } from './point-recorder.ts'
import type { EvaluatorApp } from './rule-run.ts'
import { SampledSteps } from './sampled-steps.ts'
import { deleteQuietStates, listStates, type StoredState } from './states.sql.ts'
import { statementsOf } from './statements-of.ts'
import { questionKeyOf, WatchedQuestion } from './watched-question.ts'

const statementsAtOnce = 8
/** Steps that were missed are judged this far back. */
const missedSeconds = 600
/** The series that an incident is stored with. */
const seriesSeconds = 1_800
const longestWindowSeconds = 3_600
const quietSeconds = 3_600
/** For causes of incidents that open in the same pass. */
const searchesMax = 10
const doubtMs = 60_000
/** How far rules are judged is written this often; screens and the operator read it. */
const markedSeconds = 30

interface Due {
  states: ReadonlyMap<string, readonly StoredState[]>
  /** The last step to judge. */
  ready: number
  /** The first step whose samples have changed since the last time. */
  changedFrom: number
  searches: { left: number }
  signal: AbortSignal | undefined
}

/** Judges all rules of the server. Its memory only saves questions: another one reads the same from the engines. */
export class Evaluator {
  readonly #app: EvaluatorApp
  readonly #sampled = new SampledSteps()
  readonly #questions = new Map<string, WatchedQuestion>()
  readonly #recorder = new PointRecorder()
  readonly #memory = new OpenMemory()
  readonly #slots = new FairSlots({
    perParty: statementsAtOnce,
    waitingMax: { perParty: [10_000], all: 10_000 },
  })
  #judgedUntil = Number.NEGATIVE_INFINITY
  #markedUntil = Number.NEGATIVE_INFINITY
  #tidiedUntil = Number.NEGATIVE_INFINITY
  #doubtedUntil = 0

  constructor(app: EvaluatorApp) {
    this.#app = app
  }

  /** Whether a step has ended that is not judged yet. A clock that was set back only waits. */
  isDue() {
    return newestEndedStep(this.#app.clock.now()) > this.#judgedUntil
  }

  /** How long ago the last step ended that all rules have judged; undefined before the first. */
  lateSeconds() {
    const late = newestEndedStep(this.#app.clock.now()) - this.#judgedUntil
    return Number.isFinite(late) ? late : undefined
  }

  /** Judges the steps that are ready. What fails is repeated the next time; the first error is thrown. */
  async judgeReady(signal?: AbortSignal) {
    try {
      await this.#judgeReady(signal)
    } catch (error) {
      // Once the engine is back, collectors write what they held: nothing of the window is sure until then.
      this.#doubtedUntil = this.#app.clock.now().getTime() + doubtMs
      throw error
    }
  }

  async #judgeReady(signal?: AbortSignal) {
    const { postgres, clickhouse, clock } = this.#app
    const rules = (await listEnabledRules(postgres)).filter(
      (rule) => flagsOfOrganization(rule).alertingV2,
    )
    const now = clock.now()
    if (rules.length === 0) {
      this.#questions.clear()
      await this.#mark(newestEndedStep(now))
      return
    }
    if (now.getTime() < this.#doubtedUntil) this.#forget()
    const from = newestEndedStep(now) - longestWindowSeconds - missedSeconds - seriesSeconds
    await this.#sampled.refresh(clickhouse, from, now, signal)
    const ready = this.#sampled.newestReady(now)
    if (ready <= this.#judgedUntil) return
    const states = groupBy(await listStates(postgres), ({ ruleId }) => ruleId)
    const changedFrom = this.#sampled.takeChangedFrom()
    const failures = await this.#judgeAll(rules, {
      states,
      ready,
      changedFrom,
      searches: { left: searchesMax },
      signal,
    })
    await this.#recorder.write(clickhouse)
    await this.#tidy(ready)
    if (failures.length > 0) throw failures[0]
    await this.#mark(ready)
    this.#sampled.forgetBefore(from)
  }

  async #mark(step: number) {
    this.#judgedUntil = step
    if (step - this.#markedUntil < markedSeconds) return
    await writeJudgedUntil(this.#app.postgres, new Date((step + stepSeconds) * 1000))
    this.#markedUntil = step
  }

  async #judgeAll(rules: readonly EvaluatedRow[], due: Due) {
    const byQuestion = groupBy(rules, questionKeyOf)
    for (const key of this.#questions.keys()) if (!byQuestion.has(key)) this.#questions.delete(key)
    const questions = [...byQuestion].flatMap(([key, asking]) => this.#dueOf(key, asking, due))
    const alike = groupBy(questions, ({ asked, rules: [rule] }) =>
      JSON.stringify([asked, rule!.environment_id, rule!.group_by]),
    )
    const statements = [...alike.values()].flatMap((some) =>
      statementsOf(some, (one) => one.rules[0]!),
    )
    const runs = statements.map((asked) =>
      this.#slots.run({ path: [''] }, due.signal, () => this.#judge(asked, due)),
    )
    const ended = await Promise.allSettled(runs)
    return ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : one.value))
  }

  /** What a question must know and has to ask for; nothing when all its steps are judged. */
  #dueOf(key: string, rules: readonly EvaluatedRow[], { ready, changedFrom }: Due): DueQuestion[] {
    const watched = this.#questions.get(key) ?? new WatchedQuestion()
    this.#questions.set(key, watched)
    const missed = ready - missedSeconds + stepSeconds
    const first = Math.max(missed, (watched.judgedUntil ?? Number.NEGATIVE_INFINITY) + stepSeconds)
    if (first > ready) return []
    const window = Math.max(seriesSeconds, ...rules.map((rule) => rule.window_seconds))
    const range = { first: first - window, last: ready }
    return [
      { rules, watched, first, range, asked: watched.firstUnknown({ ...range, changedFrom }) },
    ]
  }

  /** Returns what failed: one question does not stop the others of its statement. */
  async #judge(questions: readonly DueQuestion[], due: Due) {
    const { signal } = due
    signal?.throwIfAborted()
    const { environment_id: id } = questions[0]!.rules[0]!
    await askQuestions({ id, clickhouse: this.#app.clickhouse }, questions, signal)
    const failures: unknown[] = []
    for (const question of questions)
      await this.#judgeQuestion(question, due).catch((error: unknown) => failures.push(error))
    return failures
  }

  async #judgeQuestion({ rules, watched, first }: DueQuestion, { states, ready, searches }: Due) {
    for (const rule of rules) {
      const ofRule = (states.get(rule.id) ?? []).map((one) => [one.groupKey, one] as const)
      await evaluateRule(
        {
          app: this.#app,
          rule,
          watched,
          sampled: this.#sampled,
          recorder: this.#recorder,
          memory: this.#memory,
          searches,
          states: new Map(ofRule),
        },
        first,
        ready,
      )
    }
    watched.judgedUntil = ready
  }

  #forget() {
    this.#sampled.forget()
    for (const watched of this.#questions.values()) watched.forget()
  }

  async #tidy(ready: number) {
    if (ready - this.#tidiedUntil < quietSeconds) return
    await deleteQuietStates(this.#app.postgres, new Date((ready - quietSeconds) * 1000))
    this.#tidiedUntil = ready
  }
}
