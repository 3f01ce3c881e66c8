import { useQuery } from '@tanstack/react-query'
import { formatDate } from '@playhead/domain/format.ts'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { query, useCall } from '@playhead/web-kit/queries/query.ts'
import { everyCallHoursMax, logs } from '../contract.ts'

const hourMs = 3_600_000

const useLogSettings = () => {
  const id = useParam('environmentId') ?? ''
  const settings = useQuery({
    ...query(logs.settings, { params: { id } }, { quiet: true }),
    // Logging of every call ends by itself.
    refetchInterval: ({ state }) => {
      const until = state.data?.data.everyCallUntil
      return until ? Math.max(1000, Date.parse(until) - Date.now()) : false
    },
  })
  const change = useCall(logs.changeSettings, { invalidates: [logs.settings] })
  const wanted = change.isPending ? change.variables.body.logSettings : undefined
  return {
    settings,
    isChanging: change.isPending,
    shown: settings.data && { ...settings.data.data, ...wanted },
    change: (logSettings: { bodies?: boolean; everyCallUntil?: string | null }) =>
      change.mutate({ params: { id }, body: { logSettings } }),
  }
}

type LogSettingsState = ReturnType<typeof useLogSettings>

const EveryCallSwitch = ({ shown, isChanging, change }: LogSettingsState) => {
  const until = shown?.everyCallUntil
  return (
    <Switch
      isOn={Boolean(until)}
      isDisabled={isChanging || !shown}
      description={
        until
          ? `Reading too, until ${formatDate(until)}.`
          : `Reading too, for ${everyCallHoursMax} hours.`
      }
      onChange={(isOn) =>
        change({
          everyCallUntil: isOn
            ? new Date(Date.now() + everyCallHoursMax * hourMs).toISOString()
            : null,
        })
      }
    >
      Log every call
    </Switch>
  )
}

/** For the list without any call. */
export const LogEveryCall = () => <EveryCallSwitch {...useLogSettings()} />

/** What the log of this environment keeps, for admins. */
export const LogSettings = () => {
  const state = useLogSettings()
  const { settings, shown, isChanging, change } = state
  return (
    <Card title="What is logged" isFailing={settings.isLoadingError}>
      {settings.isLoadingError ? (
        <FailedState
          message={settings.error.message}
          isRetrying={settings.isFetching}
          onRetry={() => void settings.refetch()}
        />
      ) : shown ? (
        <Stack gap={3}>
          <EveryCallSwitch {...state} />
          <Switch
            isOn={shown.bodies}
            isDisabled={isChanging}
            description="Up to 8 kB each, without secrets. Applies to calls from now on."
            onChange={(bodies) => change({ bodies })}
          >
            Keep request and answer
          </Switch>
        </Stack>
      ) : (
        <Skeleton height={90} />
      )}
    </Card>
  )
}
