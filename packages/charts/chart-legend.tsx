import type { ChartSeries } from './chart-data.ts'

export const ChartLegend = ({
  series,
}: {
  series: readonly Pick<ChartSeries, 'id' | 'label' | 'tone'>[]
}) => (
  <ul className="ph-chart-legend">
    {series.map(({ id, label, tone }) => (
      <li key={id}>
        <span className="ph-chart-swatch" data-tone={tone} />
        {label}
      </li>
    ))}
  </ul>
)
