import { formatCents } from '@playhead/domain/money.ts'
import { billingLoadError, dayName } from '@playhead/features/account/usage/web'
import type { SummaryPartProps } from '@playhead/features/account/usage/slots'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { CapGauge } from './cap-gauge.tsx'
import { actionTexts, notCounted, notePercent, restText, shareText } from './cap-texts.ts'
import { mailDay } from './mail-day.ts'
import { type Cap, useCap } from './use-cap.ts'
import { useRemoveCap } from './use-remove-cap.ts'
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

/** A plan that charges no usage has nothing to cap. A cap from before can be removed. */
const NothingToCap = ({
  reason,
  cap,
  currency,
}: {
  reason: string
  cap: Cap | null
  currency: string
}) => (
  <Stack gap={2}>
    {cap && (
      <p className="billing-cap">
        <strong>{formatCents(cap.cents, currency)}</strong> a month <Badge>Rests</Badge>
      </p>
    )}
    <p className="text-ink-2">{cap ? `${reason} ${restText}` : reason}</p>
  </Stack>
)

/** Without prices there is no money on the screen, and no card. */
export const Part = ({ summary }: SummaryPartProps) => {
  const query = useCap()
  const dialog = useToggle()
  const removal = useRemoveCap()
  const currency = query.data?.data.currency
  const reason = query.data?.data.nothingToCap ?? null
  const cap = query.data?.data.cap ?? null
  if (query.data && !currency) return null
  return (
    <Card
      title="Spending cap"
      isFailing={query.isLoadingError}
      actions={
        currency &&
        (reason === null ? (
          <Button kind="ghost" onClick={dialog.open}>
            {cap ? 'Edit' : 'Set a cap'}
          </Button>
        ) : (
          cap && (
            <Button
              kind="ghost"
              isLoading={removal.isRemoving}
              onClick={() => void removal.remove()}
            >
              Remove<VisuallyHidden> the cap</VisuallyHidden>
            </Button>
          )
        ))
      }
    >
      {query.isLoadingError ? (
        <FailedState message={billingLoadError} onRetry={() => void query.refetch()} />
      ) : !currency ? (
        <SkeletonLines count={3} />
      ) : reason !== null ? (
        <NothingToCap reason={reason} cap={cap} currency={currency} />
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
      {removal.failure !== undefined && <FormMessage tone="error">{removal.failure}</FormMessage>}
      {currency && reason === null && (
        <CapDialog isOpen={dialog.isOpen} onClose={dialog.close} cap={cap} currency={currency} />
      )}
    </Card>
  )
}
