import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { useEnvironment } from '@playhead/web-kit/session/use-session.ts'
import { ChannelsCard } from './channels-card.tsx'

/** ALRT-028 */
export const Screen = () => {
  const environment = useEnvironment()
  return (
    <>
      <PageHeader title="Alerts" />
      <ChannelsCard key={environment?.id} environmentName={environment?.name} />
    </>
  )
}
