import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { metricIds, metrics } from '@playhead/metrics/metrics.ts'
import { askChange } from '../../change/ask-change.ts'
import { askMomentsByStep } from '../../change/ask-moments-by-step.sql.ts'
import { askInsights } from '../../insights/ask-insights.ts'
import { measured } from '../../question/definition.ts'
import { parseFilters } from '../../question/parse-filters.ts'
import type { Question } from '../../question/question-shape.ts'
import { tierMs } from '../piece.ts'
import { runOnBoth } from '../testing-questions.ts'
import { runInsightsOnBoth } from './testing-percentile-insights.ts'
import { type aRandom, type World, worldDays, worldStart } from '../testing-worlds.ts'

type Random = ReturnType<typeof aRandom>

const asked = metricIds.flatMap((id) => {
  const metric: Metric = metrics[id]
  return Object.entries(metric.measurements).flatMap(([measurement, { kind }]) =>
    kind === 'quantile' || kind === 'unique'
      ? []
      : [{ id, measurement: measurement as Measurement, better: metric.better }],
  )
})
const percentiles = metricIds.flatMap((id) => {
  const metric: Metric = metrics[id]
  return Object.entries(metric.measurements).flatMap(([measurement, formula]) =>
    formula.kind === 'quantile' && metric.better !== 'neither'
      ? [{ id, measurement: measurement as Measurement }]
      : [],
  )
})
const withInsights = asked.filter(({ better }) => better !== 'neither')
/** The world fails more often from its middle on. */
const changed = asked.filter(({ id }) => id === 'playback_failure_percentage')

const aQuestion = (start: number, end: number, texts: readonly string[] = []): Question => ({
  timeframe: { start: new Date(start), end: new Date(end), isHistorical: false },
  filters: parseFilters(texts),
  metricFilters: [],
})

/** A range of the world of at least a day; sometimes of whole hours. */
function aLongRange({ below, draw }: Random): [number, number] {
  const unit = draw() < 0.3 ? tierMs.hour : 1_000
  const start = Math.floor((worldStart + below(tierMs.day)) / unit) * unit
  const most = (worldDays * tierMs.day - (start - worldStart)) / unit
  return [start, start + Math.max(tierMs.day, below(most) * unit)]
}

/** A day of the world, and so little around it that most of the range may be of pieces. */
function aDayWithEnds({ below, draw }: Random): [number, number] {
  const day = worldStart + below(worldDays) * tierMs.day
  const end = () => (draw() < 0.3 ? 0 : below(11 * tierMs.hour))
  return [day - end(), day + tierMs.day + end()]
}

/** Asks Insights and Why of pieces and of views. */
export const runValueQuestions = async (
  world: World,
  random: Random,
  questions: number,
): Promise<void> => {
  for (let left = questions; left > 0; left -= 1) {
    const kind = random.below(6)
    if (kind < 3) await runInsights(world, random)
    else if (kind === 3) await runWhy(world, random)
    else if (kind === 4) await runPercentiles(world, random)
    else await runSteps(world, random)
  }
}

async function runInsights(world: World, random: Random): Promise<void> {
  const [start, end] = aLongRange(random)
  const { id, measurement } = random.pick(withInsights)
  const texts = random.pick([[], [], [], [], ['country:DE']])
  const question = aQuestion(start, end, texts)
  await runOnBoth(
    world,
    `insights ${id} ${measurement} ${texts.join()} ${told(question)}`,
    async (tenant) => {
      // Values of several dimensions that are the same views have the same impact but for its last digits.
      const { insights: found } = await askInsights(tenant, id, measurement, question, {
        limit: 10_000,
      })
      return Object.fromEntries(
        found
          .map(({ dimension, field, ...row }) => [`${dimension}:${field}`, row] as const)
          .toSorted(([one], [other]) => (one < other ? -1 : 1)),
      )
    },
    1e-9,
  )
}

async function runPercentiles(world: World, random: Random): Promise<void> {
  const [start, end] = aDayWithEnds(random)
  const { id, measurement } = random.pick(percentiles)
  const question = aQuestion(start, end)
  const what = `insights ${id} ${measurement} ${told(question)}`
  await runInsightsOnBoth(world, { what, id, measurement, question })
}

async function runWhy(world: World, random: Random): Promise<void> {
  const { below, draw, pick } = random
  const middle = worldStart + tierMs.day + below(tierMs.day)
  const before = middle - (draw() < 0.3 ? below(tierMs.hour) : 0)
  const { id, measurement } = pick(draw() < 0.5 ? changed : asked)
  const question = aQuestion(middle, middle + tierMs.day + below(tierMs.day))
  const baseline = {
    ...question.timeframe,
    start: new Date(before - tierMs.day - below(tierMs.day)),
    end: new Date(before),
  }
  // Errors are roots of differences of large sums.
  await runOnBoth(
    world,
    `why ${id} ${measurement} ${baseline.start.toISOString()} ${told(question)}`,
    (tenant) => askChange(tenant, id, measurement, { question, baseline }),
    1e-6,
  )
}

async function runSteps(world: World, random: Random): Promise<void> {
  const stepSeconds = random.pick([1_800, 3_600, 7_200, 21_600, 86_400])
  const { id, measurement } = random.pick(asked)
  const [from, end] = aLongRange(random)
  const start = Math.floor(from / stepSeconds / 1_000) * stepSeconds * 1_000
  const question = aQuestion(start, end, random.pick([[], [], ['country:DE'], ['!browser:Chrome']]))
  await runOnBoth(
    world,
    `steps of ${stepSeconds} ${id} ${measurement} ${told(question)}`,
    (tenant) =>
      askMomentsByStep(tenant, measured(id, measurement), question, { between: 0, stepSeconds }),
    1e-11,
  )
}

function told({ timeframe: { start, end } }: Question): string {
  return `${start.toISOString()} ${end.toISOString()}`
}
