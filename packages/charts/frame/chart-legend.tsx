import { type ChartSeries, isAgain } from '../chart-data.ts'

interface LegendEntry extends Pick<ChartSeries, 'id' | 'label' | 'tone'> {
  /** What it is altogether. */
  sum?: string
  /** Not a filled square: a dashed line, or a hatched band. */
  kind?: 'line' | 'band'
}

export const ChartLegend = ({ series }: { series: readonly LegendEntry[] }) => (
  <ul className="ph-chart-legend">
    {series.map(({ id, label, tone, kind, sum }, index) => (
      <li key={id}>
        <span
          className="ph-chart-swatch"
          data-tone={tone}
          data-kind={kind}
          data-again={(kind === undefined && isAgain(series, index)) || undefined}
        />
        {label}
        {sum !== undefined && <strong>{sum}</strong>}
      </li>
    ))}
  </ul>
)
