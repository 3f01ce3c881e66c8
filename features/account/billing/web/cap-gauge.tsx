import { formatCents } from '@playhead/domain/money.ts'
import { notePercent, shareText } from './cap-texts.ts'

interface CapGaugeProps {
  capCents: number
  spentCents: number
  forecast: { lowCents: number; highCents: number } | null
  currency: string
}

/** The ends of the scale: without cents, and left out where it would touch the mark beside it. */
const longestEnd = 6

const endText = (cents: number, currency: string) => {
  const text = formatCents(cents, currency).replace(/\.00$/, '')
  return text.length > longestEnd ? '' : text
}

const shareOf = (cents: number, capCents: number) =>
  `${Math.min(Math.max(cents / capCents, 0), 1) * 100}%`

/** What is spent of the cap, the band of the forecast, and where the first mail is sent. */
export const CapGauge = ({ capCents, spentCents, forecast, currency }: CapGaugeProps) => {
  const width = (cents: number) => shareOf(cents, capCents)
  // The native element takes no forecast.
  const meter = {
    role: 'meter',
    'aria-label': 'Spent of the cap',
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': Math.min(100, Math.round((spentCents / capCents) * 100)),
    'aria-valuetext': `${shareText(spentCents, capCents)} of ${formatCents(capCents, currency)}`,
  }
  return (
    <div>
      <div {...meter} className="billing-gauge">
        <span
          className="billing-gauge-fill"
          data-reached={spentCents >= capCents || undefined}
          style={{ width: width(spentCents) }}
        />
        {forecast && (
          <span
            className="billing-gauge-forecast"
            style={{
              left: width(forecast.lowCents),
              right: `calc(100% - ${width(forecast.highCents)})`,
            }}
          />
        )}
        <span className="billing-gauge-tick" style={{ left: `${notePercent}%` }} />
      </div>
      <div className="billing-scale" aria-hidden="true">
        <span className="billing-scale-start">{endText(0, currency)}</span>
        <span className="billing-scale-note">{notePercent} %</span>
        <span>{endText(capCents, currency)}</span>
      </div>
    </div>
  )
}
