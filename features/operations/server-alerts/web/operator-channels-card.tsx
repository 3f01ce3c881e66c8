import { Button } from '@playhead/ui/buttons/button.tsx'
import { EmptyState } from '@playhead/ui/feedback/empty-state.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { Card } from '@playhead/ui/layout/card.tsx'
import { type Column, DataTable } from '@playhead/ui/tables/data-table.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { serverAlerts } from '../contract.ts'
import { channelNameOf } from './channel-name.ts'
import type { ReceiverRow, ServerAlertsQuery } from './use-server-alerts.ts'

const useTest = () => {
  const test = useCall(serverAlerts.sendTest, {})
  return (channel: ReceiverRow) => {
    const toast = toasts.show({ type: 'info', title: 'Sending a test…' })
    test.mutate(
      { params: { number: String(channel.number) } },
      {
        onSuccess: ({ data: { delivered, answer, error } }) =>
          toasts.show({
            id: toast,
            ...(delivered
              ? { type: 'success', title: 'The test was accepted', description: answer ?? '' }
              : { type: 'error', title: 'The test was refused', description: error ?? '' }),
          }),
        onError: () => toasts.dismiss(toast),
      },
    )
  }
}

const columnsFor = (sendTest: (channel: ReceiverRow) => void): Column<ReceiverRow>[] => [
  { id: 'channel', title: 'Channel', isMain: true, render: channelNameOf },
  {
    id: 'test',
    title: 'Test',
    isTitleHidden: true,
    align: 'end',
    width: 140,
    render: (channel) => (
      <Button
        size="sm"
        aria-label={`Send test to ${channelNameOf(channel)}`}
        onClick={() => sendTest(channel)}
      >
        Send test
      </Button>
    ),
  },
]

export const OperatorChannelsCard = ({ query }: { query: ServerAlertsQuery }) => (
  <Card
    isFlush
    title="Channels"
    description="Set by PLAYHEAD_OPERATOR_CHANNELS, so that alerts arrive while the database is away."
    isFailing={query.isLoadingError}
  >
    <DataTable
      label="Channels"
      columns={columnsFor(useTest())}
      rows={query.data?.data.channels}
      rowKey={({ number }) => String(number)}
      skeletonRows={2}
      failure={
        query.isLoadingError
          ? { message: query.error.message, onRetry: () => void query.refetch() }
          : undefined
      }
      empty={
        <EmptyState title="No channels are set">
          Alerts are on this screen only. Start the server with PLAYHEAD_OPERATOR_CHANNELS, such as
          mail:on-call@example.com, to be notified.
        </EmptyState>
      }
    />
  </Card>
)
