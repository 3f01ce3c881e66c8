import { type ChartSeries, isAgain } from '../chart-data.ts'

export const ChartLegend = ({
  series,
}: {
  series: readonly Pick<ChartSeries, 'id' | 'label' | 'tone'>[]
}) => (
  <ul className="ph-chart-legend">
    {series.map(({ id, label, tone }, index) => (
      <li key={id}>
        <span
          className="ph-chart-swatch"
          data-tone={tone}
          data-again={isAgain(series, index) || undefined}
        />
        {label}
      </li>
    ))}
  </ul>
)
