import { useEnvironment } from '@playhead/web-kit/session/use-session.ts'
import { ChannelsCard } from './channels-card.tsx'

/** ACCT-083 */
export const Screen = () => {
  const environment = useEnvironment()
  return <ChannelsCard key={environment?.id} environmentName={environment?.name} />
}
