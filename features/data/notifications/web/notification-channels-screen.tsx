import { AlertsHeader } from '@playhead/features/data/alerts/web'
import { useEnvironment } from '@playhead/web-kit/session/use-session.ts'
import { ChannelsCard } from './channels-card.tsx'

/** ALRT-001, ALRT-028 */
export const Screen = () => {
  const environment = useEnvironment()
  return (
    <>
      <AlertsHeader tab="notification-channels" />
      <ChannelsCard key={environment?.id} environmentName={environment?.name} />
    </>
  )
}
