import { Stack } from '@playhead/ui/layout/layout.tsx'
import { ChecksCard } from './checks-card.tsx'
import { OperatorChannelsCard } from './operator-channels-card.tsx'
import { ServerAlertsCard } from './server-alerts-card.tsx'
import { useServerAlerts } from './use-server-alerts.ts'

/** What the server watches about itself, for its operator. */
export const Screen = () => {
  const query = useServerAlerts()
  return (
    <Stack gap={3}>
      <ChecksCard query={query} />
      <ServerAlertsCard query={query} />
      <OperatorChannelsCard query={query} />
    </Stack>
  )
}
