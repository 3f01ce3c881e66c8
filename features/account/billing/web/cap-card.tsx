import { formatCents } from '@playhead/domain/money.ts'
import { billingLoadError, dayName } from '@playhead/features/account/usage/web'
import type { SummaryPartProps } from '@playhead/features/account/usage/slots'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { CapGauge } from './cap-gauge.tsx'
import { actionTexts, notCounted, notePercent, shareText } from './cap-texts.ts'
import { mailDay } from './mail-day.ts'
import { type Cap, useCap } from './use-cap.ts'
import './billing.css'

const CapDialog = lazyDialog('CapDialog', () => import('./cap-dialog.tsx'))

interface CapBodyProps {
  cap: Cap
  currency: string
  forecast: UsageForecast | null
  /** What the cap does not count. */
  note: string | null
}

type Forecast = NonNullable<SummaryPartProps['summary']['data']>['data']['forecast']

/** A cap is compared with usage alone. */
const usageForecast = (forecast: Forecast) =>
  forecast && {
    lowCents: forecast.lowCents - forecast.sharedCents,
    highCents: forecast.highCents - forecast.sharedCents,
    days: forecast.days,
  }

type UsageForecast = NonNullable<ReturnType<typeof usageForecast>>

const mailText = ({ cents, spentCents }: Cap, forecast: UsageForecast | null, amount: string) => {
  if (spentCents === null) return amount
  if (spentCents * 100 >= cents * notePercent) return `${amount}, reached`
  if (!forecast) return amount
  const day = mailDay({ cents, spentCents, ...forecast })
  return day === undefined
    ? `${amount}, not expected this month`
    : `${amount}, ${dayName(day)} at the earliest`
}

const CapBody = ({ cap, currency, forecast, note }: CapBodyProps) => {
  const { cents, action, spentCents, isReached } = cap
  const facts = [
    { term: 'So far', detail: spentCents === null ? '–' : shareText(spentCents, cents) },
    ...(forecast
      ? [
          {
            term: 'Forecast',
            detail: `${Math.round((forecast.lowCents / cents) * 100)} to ${shareText(forecast.highCents, cents)}`,
          },
        ]
      : []),
    {
      term: `First mail at ${notePercent} %`,
      detail: mailText(cap, forecast, formatCents((cents * notePercent) / 100, currency)),
    },
    { term: 'At the cap', detail: actionTexts[action].short },
  ]
  return (
    <>
      <p className="billing-cap">
        <strong>{formatCents(cents, currency)}</strong> a month
        {isReached && <Badge tone="warn">Reached</Badge>}
      </p>
      <CapGauge
        capCents={cents}
        spentCents={spentCents ?? 0}
        forecast={forecast}
        currency={currency}
      />
      <dl className="billing-facts">
        {facts.map(({ term, detail }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
      {note !== null && <p className="billing-note">{note}</p>}
    </>
  )
}

/** Without prices there is no money on the screen, and no card. */
export const Part = ({ summary }: SummaryPartProps) => {
  const query = useCap()
  const dialog = useToggle()
  const currency = query.data?.data.currency
  const cap = query.data?.data.cap ?? null
  if (query.data && !currency) return null
  return (
    <Card
      title="Spending cap"
      isFailing={query.isLoadingError}
      actions={
        currency && (
          <Button kind="ghost" onClick={dialog.open}>
            {cap ? 'Edit' : 'Set a cap'}
          </Button>
        )
      }
    >
      {query.isLoadingError ? (
        <FailedState message={billingLoadError} onRetry={() => void query.refetch()} />
      ) : !currency ? (
        <SkeletonLines count={3} />
      ) : cap ? (
        <CapBody
          cap={cap}
          currency={currency}
          forecast={usageForecast(summary.data?.data.forecast ?? null)}
          note={summary.data ? notCounted(summary.data.data) : null}
        />
      ) : (
        <p className="text-ink-2">
          A month may cost any amount. With a cap, admins get a mail before it is reached.
        </p>
      )}
      {currency && (
        <CapDialog isOpen={dialog.isOpen} onClose={dialog.close} cap={cap} currency={currency} />
      )}
    </Card>
  )
}
