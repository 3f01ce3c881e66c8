import { formulaInWords } from '@playhead/metrics/formula-in-words.ts'
import type { Measurement, Metric, MetricUnit } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { measurementNames } from '@playhead/question-kit/values/metric-names.ts'
import { CopyControl } from '@playhead/ui/buttons/copy-control.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { DescriptionList } from '@playhead/ui/layout/description-list.tsx'
import { measurementsOf } from './metric-choice.ts'

const unitWords: Record<MetricUnit, string> = {
  number: 'A number',
  score: 'A score from 0 to 100',
  percentage: 'Percent',
  milliseconds: 'Time',
  per_minute: 'Per minute',
  bits_per_second: 'Megabits per second',
}
const directionWords: Record<Metric['better'], string> = {
  higher: 'Higher is better for viewers',
  lower: 'Lower is better for viewers',
  neither: 'Neither higher nor lower is better',
}
const momentWords: Record<Metric['bucket'], string> = {
  view_start: 'A view counts for the moment it started',
  view_end: 'A view counts for the moment it ended',
}

const Formulas = ({ metric, measurement }: { metric: Metric; measurement: Measurement }) => (
  <ul className="flex flex-col gap-1">
    {measurementsOf(metric).map((one) => {
      const formula = metric.measurements[one]
      return (
        <li key={one} className={one === measurement ? 'text-ink' : 'text-ink-2'}>
          {measurementNames[one]}:{' '}
          <code className="font-mono text-sm break-words">
            {formula && formulaInWords(formula)}
          </code>
        </li>
      )
    })}
  </ul>
)

/** METR-102 */
const relationWords: Record<Metric['relativeTo'], string> = {
  total_views: 'Views: each counts as much as any other, however long it was.',
  watch_time: 'Watch time: a view counts for as long as it was watched.',
}

const LeftOut = ({ excludes = [] }: Pick<Metric, 'excludes'>) =>
  excludes.length === 0 ? (
    'None.'
  ) : (
    <ul className="flex flex-col gap-1">
      {excludes.map(({ reason }) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )

/** METR-013 */
export const DescriptionPanel = (props: { metric: MetricId; measurement: Measurement }) => {
  const metric: Metric = metrics[props.metric]
  return (
    <Card title={metric.title} description={metric.description}>
      <DescriptionList
        items={[
          { term: 'How it is made', detail: metric.explanation },
          { term: 'Unit', detail: unitWords[metric.unit] },
          { term: 'Direction', detail: directionWords[metric.better] },
          { term: 'Relates to', detail: relationWords[metric.relativeTo] },
          { term: 'Measurements', detail: <Formulas {...props} metric={metric} /> },
          { term: 'Views left out', detail: <LeftOut {...metric} /> },
          { term: 'In time', detail: `${momentWords[metric.bucket]}.` },
          {
            term: 'Name in the API',
            detail: <CopyControl value={props.metric} label="Copy the name" />,
          },
        ]}
      />
    </Card>
  )
}
