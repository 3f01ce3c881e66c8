import { dimensionCategories, type Dimension } from '../packages/metrics/dimension.ts'
import { dimensionIds, dimensions } from '../packages/metrics/dimensions.ts'
import { formulaInWords } from '../packages/metrics/formula-in-words.ts'
import type { Metric, Measurement, MetricUnit } from '../packages/metrics/metric.ts'
import { metricAliases, metrics } from '../packages/metrics/metrics.ts'
import { metricTree } from '../packages/metrics/metric-tree.ts'
import { monitoringDimensions, monitoringMetrics } from '../packages/metrics/monitoring.ts'
import { subviewAttributes, subviewTitles } from '../packages/metrics/subviews.ts'

const unitWords: Record<MetricUnit, string> = {
  number: 'a number',
  score: 'a fraction of 1, shown out of 100 with two decimals',
  percentage: 'a fraction of 1',
  milliseconds: 'milliseconds',
  per_minute: 'per millisecond, shown per minute',
  bits_per_second: 'bits per second',
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

const formulas = ({ measurements, defaultMeasurement }: Metric) =>
  (Object.keys(measurements) as Measurement[])
    .toSorted((one) => (one === defaultMeasurement ? -1 : 0))
    .flatMap((measurement) => {
      const formula = measurements[measurement]
      const mark = measurement === defaultMeasurement ? ', the default' : ''
      return formula ? [`- \`${measurement}\`${mark}: ${formulaInWords(formula)}`] : []
    })
    .join('\n')

const leftOut = ({ excludes = [] }: Metric) =>
  excludes.length === 0
    ? ''
    : `\n\nLeft out, each view for the first that is true of it:\n\n${excludes.map(({ reason }) => `- ${reason}`).join('\n')}`

const metricText = (id: string, metric: Metric) => `### ${metric.title}

\`${id}\`, ${unitWords[metric.unit]}. ${metric.description}

${metric.explanation}${leftOut(metric)}

${formulas(metric)}

Views count for when they ${metric.bucket === 'view_start' ? 'started' : 'ended'}.${
  metric.filterColumn
    ? ` Views can be filtered by their own value (\`${metric.filterColumn}\`).`
    : ''
}${metric.alertable ? ' Alerts can watch it.' : ''}${metric.isBeta ? ' Beta.' : ''}
`

const branches = metricTree.map(({ title, metric, items }) => {
  const ids = [...(metric ? [metric] : []), ...items]
  return `## ${title}\n\n${ids.map((id) => metricText(id, metrics[id])).join('\n')}`
})

const dimensionRows = dimensionCategories.flatMap((category) =>
  dimensionIds
    .filter((id) => dimensions[id].category === category)
    .map((id) => {
      const one: Dimension = dimensions[id]
      const uses = [
        one.isBreakdown ? 'breakdown and filter' : 'detail of a view',
        ...(one.isBasic ? ['long ranges'] : []),
        ...(one.isMonitoring ? ['monitoring'] : []),
      ]
      return [`\`${id}\``, one.title, category, one.valueKind, uses.join(', ')]
    }),
)

const monitoringRows = Object.entries(monitoringMetrics).map(([id, metric]) => [
  `\`${id}\``,
  metric.title,
  unitWords[metric.unit],
  metric.description,
])

const aliasRows = Object.entries(metricAliases).map(([alias, id]) => [`\`${alias}\``, `\`${id}\``])

const attributeRows = Object.entries(subviewAttributes).flatMap(([type, attributes]) =>
  attributes.map((id) => [type, `\`${id}\``, subviewTitles[id]]),
)

/** docs/metrics.md: the registry in readable form. */
export const metricsDocument = (): string => `# Metrics and dimensions

What Playhead measures, and how each number comes about. A view enters a number only if it has a value for
it; a number of no views is unknown, never zero. Percentiles are interpolated linearly between neighbouring
values. Times are milliseconds, bitrates bits per second, scores and percentages fractions of 1.
\`GET /data/v1/metrics/{metric}/explain\` shows the formula, the query and the views behind a single number.

**Negative impact** of a value of a dimension is the metric of its views less the metric of all other views,
in the bad direction, times its share of the views (of the watch time for rebuffering and scaling): how much
better the whole would be if these views were as good as the others. Of sums the means by view are
compared. Percentiles of all others are read from the views, as exactly as those of the value.

**Ranges older than the views** answer from daily sums. They know the dimensions marked "long ranges" alone,
and their percentiles are within 0.6 %. The negative impact of a percentile is then a difference of two such
numbers: within 1.2 % of the value, times the share. The same holds for percentiles from sums of closed hours and
days. A response with such a percentile has \`meta.approximate\`.

**First answers** of the screens _Compare_, _Insights_ and _Why?_ are estimates from one view in sixteen or fewer, picked by a hash
of their ids. They are marked, and the exact answer follows. Everything else is of all views: overall values, charts,
breakdowns, alerts, and every answer under \`/data/v1\`.

${branches.join('\n')}
## Monitoring

Computed from running views in steps of five seconds and kept for a day. Similar to the metrics above, which
rest on completed views, but not the same.

${table(['Id', 'Title', 'Unit', 'Meaning'], monitoringRows)}

Dimensions: ${Object.keys(monitoringDimensions)
  .toSorted()
  .map((id) => `\`${id}\``)
  .join(', ')}.

## Parts of views

\`playing_time\` is also answered by the periods within views, grouped by their attributes.

${table(['Period', 'Attribute', 'Title'], attributeRows)}

## Dimensions

${table(['Id', 'Title', 'Category', 'Values', 'Use'], dimensionRows)}

## Other names

Older names that are understood in addresses and filters.

${table(['Name', 'Metric'], aliasRows)}
`
