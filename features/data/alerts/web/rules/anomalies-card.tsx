import { useQuery } from '@tanstack/react-query'
import { formatFullDate } from '@playhead/domain/format.ts'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import type { CallResponse } from '@playhead/web-kit/calls/call.ts'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { useIsAdmin } from '@playhead/web-kit/session/use-session.ts'
import {
  alertIncidents,
  anomalyMeasures,
  anomalyLimits,
  type AnomalySensitivity,
  anomalySettings,
} from '../../contract.ts'
import { titleOfMetric } from '../metric-text.ts'

type Settings = CallResponse<typeof anomalySettings.retrieveAnomalySettings>['data']

const sensitivities: { value: AnomalySensitivity; label: string }[] = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
]

/** A day is searched every half minute. */
const refreshMs = 10_000

const meaning = {
  low: 'Opens at six times the usual spread.',
  medium: 'Opens at four times the usual spread.',
  high: 'Opens at 3.6 times the usual spread.',
} as const

const lookBackDays = anomalyLimits.lookBackDaysMax

/** What happened before the search was switched on appears bit by bit. */
const LookingBack = ({ settings: { judgedUntil } }: { settings: Settings }) => (
  <FormMessage tone="info">
    {`The last ${lookBackDays} days are being searched, up to ${formatFullDate((judgedUntil ?? 0) * 1_000)} so far. Nothing is sent about their incidents.`}
  </FormMessage>
)

const Fields = ({ settings }: { settings: Settings }) => {
  const isAdmin = useIsAdmin()
  const update = useCall(anomalySettings.updateAnomalySettings, {
    invalidates: [anomalySettings.retrieveAnomalySettings, alertIncidents.listIncidents],
    onSuccess: () => void toasts.show({ type: 'success', title: 'Anomaly settings updated' }),
  })
  const { isEnabled, sensitivity, missingDays } = {
    ...settings,
    ...(update.isPending && update.variables?.body),
  }
  const { measures } = { ...settings, ...(update.isPending && update.variables?.body) }
  const isFixed = !isAdmin || update.isPending
  return (
    <Stack gap={3}>
      <Switch
        isOn={isEnabled}
        isDisabled={isFixed}
        onChange={(isOn) =>
          update.mutate({ body: { isEnabled: isOn, ...(isOn && { lookBackDays }) } })
        }
        description={`Switching it on also searches the last ${lookBackDays} days, without notifications. Switching it off ends the open incidents of anomalies.`}
      >
        Search for anomalies
      </Switch>
      {isEnabled && (
        <>
          <SegmentedControl
            label="Sensitivity"
            value={sensitivity}
            onChange={(value) => update.mutate({ body: { sensitivity: value } })}
            options={sensitivities.map((one) => ({ ...one, isDisabled: isFixed }))}
          />
          <p className="text-sm text-ink-2">{meaning[sensitivity]}</p>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 text-sm font-medium">Metrics</legend>
            {anomalyMeasures.map((measure) => (
              <Switch
                key={measure}
                isOn={measures.includes(measure)}
                // To search none, the whole search is switched off.
                isDisabled={isFixed || (measures.length === 1 && measures[0] === measure)}
                onChange={(isOn) =>
                  update.mutate({
                    body: {
                      measures: anomalyMeasures.filter((one) =>
                        one === measure ? isOn : measures.includes(one),
                      ),
                    },
                  })
                }
              >
                {titleOfMetric(measure)}
              </Switch>
            ))}
          </fieldset>
          {missingDays > 0 && (
            <FormMessage tone="info">
              {`Nothing is judged yet: ${missingDays} more ${missingDays === 1 ? 'day of views is' : 'days of views are'} needed.`}
            </FormMessage>
          )}
          {missingDays === 0 && settings.looksBackUntil !== null && (
            <LookingBack settings={settings} />
          )}
        </>
      )}
    </Stack>
  )
}

/** The search needs no rule: what is usual is learned from the last four weeks. */
export const AnomaliesCard = () => {
  const found = useQuery({
    ...query(anomalySettings.retrieveAnomalySettings, {}, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.data.looksBackUntil ? refreshMs : false),
  })
  return (
    <Card
      title="Anomalies"
      description="Every five minutes, failures, startup time, rebuffering, exits and views are compared with the same hour of the last four weeks."
      isFailing={found.isLoadingError}
    >
      {found.isLoadingError ? (
        <FailedState
          message={found.error.message}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : found.data ? (
        <Fields settings={found.data.data} />
      ) : (
        <SkeletonLines count={2} />
      )}
    </Card>
  )
}
