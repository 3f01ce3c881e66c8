import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Banner } from '@playhead/ui/feedback/banner.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { AdminGuard } from '@playhead/web-kit/session/guards.tsx'
import { notificationLimits } from '../contract.ts'
import type { MadeSecret } from './channel-secret-dialog.tsx'
import { channelName } from './channel-texts.ts'
import { ChannelsTable } from './channels-table.tsx'
import { type ChannelEntry, useChannels } from './use-channels.ts'

const CreateChannelDialog = lazyDialog(
  'CreateChannelDialog',
  () => import('./create-channel-dialog.tsx'),
)
const ChannelSecretDialog = lazyDialog(
  'ChannelSecretDialog',
  () => import('./channel-secret-dialog.tsx'),
)

const SwitchedOff = ({ channels }: { channels: readonly ChannelEntry[] }) => {
  const names = channels.filter(({ switchedOffAt }) => switchedOffAt !== null).map(channelName)
  if (names.length === 0) return null
  return (
    <Banner
      level="error"
      message={`Switched off after twenty failures in a row: ${names.join(', ')}. Incidents are not sent there.`}
    />
  )
}

export const ChannelsCard = ({
  environmentName = 'the environment',
}: {
  environmentName?: string | undefined
}) => {
  const list = useChannels()
  const creation = useToggle()
  const [shown, setShown] = useState<{ made: MadeSecret; title: string }>()
  const show = (made: MadeSecret, title: string) => setShown({ made, title })
  const isFull = (list.data?.totalRowCount ?? 0) >= notificationLimits.perEnvironmentMax
  return (
    <Stack gap={3}>
      <SwitchedOff channels={list.data?.data ?? []} />
      <Card
        isFlush
        title="Notification Channels"
        description={`Incidents of ${environmentName} are sent to these channels.${isFull ? ` An environment can have ${notificationLimits.perEnvironmentMax}.` : ''}`}
        isFailing={list.isLoadingError}
        actions={
          <AdminGuard>
            <Button kind="primary" icon={<PlusIcon />} disabled={isFull} onClick={creation.open}>
              Add Channel
            </Button>
          </AdminGuard>
        }
      >
        <ChannelsTable list={list} environmentName={environmentName} onSecret={show} />
      </Card>
      <CreateChannelDialog
        isOpen={creation.isOpen}
        onClose={creation.close}
        environmentName={environmentName}
        onSecret={(made) => show(made, 'Your new webhook')}
      />
      {shown && <ChannelSecretDialog {...shown} onClose={() => setShown(undefined)} />}
    </Stack>
  )
}
